// check: verdict=race-free weak=true
// A release fence before an opaque write, an acquire fence behind the read of it: what is before the one is ordered before what is behind the other.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FenceReleaseAcquire {
    static int data;
    static int ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(FenceReleaseAcquire.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            VarHandle.releaseFence(); READY.setOpaque(1);
        }).start();
        if ((int) READY.getOpaque() == 1) { VarHandle.acquireFence(); int read = data; }
    }
}
