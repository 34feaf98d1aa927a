// check: verdict=violated kind=data-race variable=FenceMissingRelease.data conflict=write-read|read-write
// As FenceReleaseAcquire, without the release fence.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FenceMissingRelease {
    static int data;
    static int ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(FenceMissingRelease.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            READY.setOpaque(1);
        }).start();
        if ((int) READY.getOpaque() == 1) { VarHandle.acquireFence(); int read = data; }
    }
}
