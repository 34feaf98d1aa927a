// check: verdict=violated kind=data-race variable=FenceSwapped.data conflict=write-read|read-write
// The fences are there, and do the other's work.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FenceSwapped {
    static int data;
    static int ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(FenceSwapped.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            VarHandle.acquireFence(); READY.setOpaque(1);
        }).start();
        if ((int) READY.getOpaque() == 1) { VarHandle.releaseFence(); int read = data; }
    }
}
