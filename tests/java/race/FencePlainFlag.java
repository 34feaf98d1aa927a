// check: verdict=violated kind=data-race variable=FencePlainFlag.ready|FencePlainFlag.data conflict=write-read|read-write
// A plain flag is raced for itself, and carries no fence's edge.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FencePlainFlag {
    static int data;
    static int ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(FencePlainFlag.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            VarHandle.releaseFence(); ready = 1;
        }).start();
        if (ready == 1) { VarHandle.acquireFence(); int read = data; }
    }
}
