// check: max=21 verdict=violated kind=assertion every=true
// An int is read of a long that another writes, both volatile.
// Schedule: the other writes first.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

public class ViewsOverlap {
    static final VarHandle INTS =
            MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.BIG_ENDIAN);
    static final VarHandle LONGS =
            MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.BIG_ENDIAN);

    public static void main(String[] args) throws InterruptedException {
        byte[] bytes = new byte[16];
        Thread other = new Thread(() -> LONGS.setVolatile(bytes, 0, 1L));
        other.start();
        int seen = (int) INTS.getVolatile(bytes, 4);
        other.join();
        assert seen == 0;
    }
}
