// check: verdict=passed
// A producer transfers an item if somebody waits for it, else leaves it in the queue; main polls once, then looks again after the end.
// Passed: the item is not lost and not doubled.
import java.util.concurrent.LinkedTransferQueue;

public class TransferQueueTry {
    static final LinkedTransferQueue<String> QUEUE = new LinkedTransferQueue<>();

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> {
            if (!QUEUE.tryTransfer("item")) {
                QUEUE.put("item");
            }
        });
        producer.start();
        String first = QUEUE.poll();
        producer.join();
        String second = QUEUE.poll();
        assert (first == null) != (second == null);
    }
}
