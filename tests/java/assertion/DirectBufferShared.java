// check: verdict=violated kind=assertion every=true jdks=all
// Two threads count in a buffer outside the heap.
// Schedule: both read before either writes.
import java.nio.ByteBuffer;

public class DirectBufferShared {
    static void count(ByteBuffer buffer) {
        buffer.putInt(0, buffer.getInt(0) + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        ByteBuffer buffer = ByteBuffer.allocateDirect(8);
        Thread other = new Thread(() -> count(buffer));
        other.start();
        count(buffer);
        other.join();
        assert buffer.getInt(0) == 2;
    }
}
