// check: verdict=race-free
// Accesses of memory outside the heap by modes order, as those of a view of a buffer in it do.
import java.lang.invoke.*;
import java.nio.*;
public class DirectBufferVolatile {
    static final VarHandle VIEW = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static int data;
    static int more;

    public static void main(String[] arguments) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        Thread other = new Thread(() -> {
            data = 1;
            VIEW.setVolatile(buffer, 8, 5);
            more = 1;
            VIEW.compareAndSet(buffer, 16, 0, 5);
        });
        other.start();
        if ((int) VIEW.getVolatile(buffer, 8) == 5) {
            data++;
        }
        if (VIEW.compareAndSet(buffer, 16, 5, 6)) {
            more++;
        }
        other.join();
    }
}
