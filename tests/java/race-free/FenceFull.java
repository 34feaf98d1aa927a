// check: verdict=race-free weak=true
// Full fences are both.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FenceFull {
    static int data;
    static int ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(FenceFull.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            VarHandle.fullFence(); READY.setOpaque(1);
        }).start();
        if ((int) READY.getOpaque() == 1) { VarHandle.fullFence(); int read = data; }
    }
}
