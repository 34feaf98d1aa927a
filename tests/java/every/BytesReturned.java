// check: verdict=race-free
// The same with an order: who writes to the array has got it after all that the library reads of it for others.
import java.util.concurrent.ArrayBlockingQueue;

public class BytesReturned {
    static int sum;

    public static void main(String[] args) throws InterruptedException {
        ArrayBlockingQueue<byte[]> queue = new ArrayBlockingQueue<>(1);
        Thread taker = new Thread(() -> {
            try {
                queue.take()[0] = 1;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        taker.start();
        byte[] bytes = "xyz".getBytes();
        sum = new String(bytes).length();
        queue.put(bytes);
        taker.join();
        sum += bytes[0];
    }
}
