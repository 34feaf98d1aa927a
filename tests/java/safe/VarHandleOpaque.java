// check: verdict=passed racy=true
// VarHandleReleaseAcquire with opaque accesses.
// Passed with race detection off: no interleaving of whole accesses shows the flag without the value.
// Racy: opaque accesses order nothing, so the accesses of the value race.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleOpaque {
    static int value;
    static boolean ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(VarHandleOpaque.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            value = 1;
            READY.setOpaque(true);
        }).start();
        if ((boolean) READY.getOpaque()) {
            assert value == 1;
        }
    }
}
