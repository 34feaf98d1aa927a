// check: verdict=violated kind=data-race variable=FenceStoreLoad.data conflict=write-read|read-write
// Fences of stores alone and of loads alone are not relied on: neither orders loads and stores with each other.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;

public class FenceStoreLoad {
    static int data;
    static int ready;
    static final VarHandle READY;

    static {
        try {
            READY = MethodHandles.lookup().findStaticVarHandle(FenceStoreLoad.class, "ready", int.class);
        } catch (ReflectiveOperationException e) {
            throw new Error(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            data = 1;
            VarHandle.storeStoreFence(); READY.setOpaque(1);
        }).start();
        if ((int) READY.getOpaque() == 1) { VarHandle.loadLoadFence(); int read = data; }
    }
}
