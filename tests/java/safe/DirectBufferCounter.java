// check: verdict=passed
// Two threads increment an int outside the heap, one of them in a buffer that it has made itself meanwhile.
// Passed: the increments are atomic, so both count; the memory made meanwhile is undone with the thread that made it.
import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;

public class DirectBufferCounter {
    static final VarHandle VIEW = MethodHandles.byteBufferViewVarHandle(int[].class, ByteOrder.nativeOrder());

    public static void main(String[] args) throws InterruptedException {
        ByteBuffer shared = ByteBuffer.allocateDirect(16);
        Thread other = new Thread(() -> {
            ByteBuffer own = ByteBuffer.allocateDirect(16);
            VIEW.getAndAdd(own, 4, 1);
            VIEW.getAndAdd(shared, 0, (int) VIEW.getVolatile(own, 4));
        });
        other.start();
        VIEW.getAndAdd(shared, 0, 1);
        other.join();
        assert (int) VIEW.getVolatile(shared, 0) == 2;
    }
}
