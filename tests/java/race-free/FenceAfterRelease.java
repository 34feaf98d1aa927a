// check: verdict=race-free weak=true
// A releasing write, and an acquire fence behind the opaque read that sees it.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FenceAfterRelease {
    static int data;
    static int ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(FenceAfterRelease.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            READY.setRelease(1);
        }).start();
        if ((int) READY.getOpaque() == 1) { VarHandle.acquireFence(); int read = data; }
    }
}
