// check: verdict=violated kind=uncaught-exception exception=java.lang.NullPointerException
// Two consumers poll the one item if the queue is not empty, and use what they get.
// Schedule: both see the item; the second poll returns null.
import java.util.concurrent.ConcurrentLinkedQueue;

public class QueueCheckThenPoll {
    static final ConcurrentLinkedQueue<String> QUEUE = new ConcurrentLinkedQueue<>();

    static void consume() {
        if (!QUEUE.isEmpty()) {
            QUEUE.poll().length();
        }
    }

    public static void main(String[] args) {
        QUEUE.add("item");
        new Thread(QueueCheckThenPoll::consume).start();
        consume();
    }
}
