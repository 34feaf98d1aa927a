// check: verdict=race-free weak=true
// A release fence before an opaque write, which an acquiring read sees.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FenceThenAcquire {
    static int data;
    static int ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(FenceThenAcquire.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            VarHandle.releaseFence(); READY.setOpaque(1);
        }).start();
        if ((int) READY.getAcquire() == 1) { int read = data; }
    }
}
