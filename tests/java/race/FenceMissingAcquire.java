// check: verdict=violated kind=data-race variable=FenceMissingAcquire.data conflict=write-read|read-write
// As FenceReleaseAcquire, without the acquire fence.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FenceMissingAcquire {
    static int data;
    static int ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(FenceMissingAcquire.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            VarHandle.releaseFence(); READY.setOpaque(1);
        }).start();
        if ((int) READY.getOpaque() == 1) { int read = data; }
    }
}
