// check: verdict=violated kind=data-race variable=DirectBufferVolatileLate.data
// The write is behind that of the flag.
import java.lang.invoke.*;
import java.nio.*;
public class DirectBufferVolatileLate {
    static final VarHandle VIEW = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());
    static int data;
    static int more;

    public static void main(String[] arguments) throws Exception {
        ByteBuffer buffer = ByteBuffer.allocateDirect(64);
        Thread other = new Thread(() -> {
            VIEW.setVolatile(buffer, 8, 5);
            data = 1;
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
