// check: verdict=violated kind=data-race variable=FenceBeforeRead.data conflict=write-read|read-write
// The acquire fence comes before the read.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FenceBeforeRead {
    static int data;
    static int ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(FenceBeforeRead.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            VarHandle.releaseFence(); READY.setOpaque(1);
        }).start();
        VarHandle.acquireFence(); if ((int) READY.getOpaque() == 1) { int read = data; }
    }
}
