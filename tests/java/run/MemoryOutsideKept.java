// run: min=17
// Memory outside the heap stays as it is while garbage is collected, and as long as its buffer is used.
import java.nio.ByteBuffer;
import java.nio.LongBuffer;
import java.util.Arrays;

public class MemoryOutsideKept {
    static Object sink;

    public static void main(String[] args) {
        ByteBuffer one = ByteBuffer.allocateDirect(4096);
        LongBuffer many = ByteBuffer.allocateDirect(1 << 16).asLongBuffer();
        one.putLong(0, 0x1122334455667788L);
        for (int n = 0; n < many.capacity(); n++) {
            many.put(n, (long) n * n);
        }
        for (int n = 0; n < 1_000_000; n++) {
            byte[] garbage = new byte[40];
            Arrays.fill(garbage, (byte) 7);
            sink = garbage;
        }
        long sum = 0;
        for (int n = 0; n < many.capacity(); n++) {
            sum += many.get(n);
        }
        System.out.println(Long.toHexString(one.getLong(0)) + " " + sum);
    }
}
