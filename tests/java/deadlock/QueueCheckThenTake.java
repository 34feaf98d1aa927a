// check: verdict=violated kind=deadlock
// Two consumers take the one item if the queue is not empty.
// Schedule: both see the item, one takes it, the other waits for ever.
import java.util.concurrent.ArrayBlockingQueue;

public class QueueCheckThenTake {
    static final ArrayBlockingQueue<String> QUEUE = new ArrayBlockingQueue<>(1);

    static void consume() {
        try {
            if (!QUEUE.isEmpty()) {
                QUEUE.take();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        QUEUE.add("item");
        new Thread(QueueCheckThenTake::consume).start();
        consume();
    }
}
