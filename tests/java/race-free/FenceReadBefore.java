// check: verdict=race-free weak=true
// The read may lie well before the acquire fence.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FenceReadBefore {
    static int data;
    static int ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(FenceReadBefore.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            VarHandle.releaseFence(); READY.setOpaque(1);
        }).start();
        int seen = (int) READY.getOpaque(); Thread.yield(); VarHandle.acquireFence(); if (seen == 1) { int read = data; }
    }
}
