// check: verdict=violated kind=data-race variable=byte[][0]
// An array that the class library has made lies in a queue, which does not make it the queue's: whoever takes it writes to it while
// the library reads it for who has put it there.
import java.util.concurrent.ArrayBlockingQueue;

public class BytesQueued {
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
        queue.put(bytes);
        sum = new String(bytes).length();
        taker.join();
    }
}
