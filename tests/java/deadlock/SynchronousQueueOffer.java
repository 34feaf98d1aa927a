// check: verdict=violated kind=deadlock
// SynchronousQueueHandOver with offer instead of put: it does not wait for a taker.
// Schedule: the offer comes before main waits and is refused; main waits for ever.
import java.util.concurrent.SynchronousQueue;

public class SynchronousQueueOffer {
    static final SynchronousQueue<String> QUEUE = new SynchronousQueue<>();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                Thread.sleep(50);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
            QUEUE.offer("item");
        }).start();
        QUEUE.take();
    }
}
