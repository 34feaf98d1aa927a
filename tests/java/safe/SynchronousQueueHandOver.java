// check: verdict=passed
// A producer puts one item through a SynchronousQueue, main takes it.
// Passed: both wait for each other.
import java.util.concurrent.SynchronousQueue;

public class SynchronousQueueHandOver {
    static final SynchronousQueue<String> QUEUE = new SynchronousQueue<>();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                QUEUE.put("item");
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        String got = QUEUE.take();
        assert got.equals("item");
    }
}
