// check: verdict=passed weak=true
// A value is written plainly and published by a release write, which main reads with acquire.
// Passed: who sees the flag sees the value.
// No data race: release and acquire order the accesses of the value. The flag itself has a weak race.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class VarHandleReleaseAcquire {
    static int value;
    static boolean ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(VarHandleReleaseAcquire.class, "ready", boolean.class);
        } catch (ReflectiveOperationException e) {
            throw new ExceptionInInitializerError(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            value = 1;
            READY.setRelease(true);
        }).start();
        if ((boolean) READY.getAcquire()) {
            assert value == 1;
        }
    }
}
