// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// Two producers add to a queue of one place if it has room.
// Schedule: both see the room; the second add throws "Queue full".
import java.util.concurrent.ArrayBlockingQueue;

public class QueueCheckThenAdd {
    static final ArrayBlockingQueue<String> QUEUE = new ArrayBlockingQueue<>(1);

    static void produce() {
        if (QUEUE.remainingCapacity() > 0) {
            QUEUE.add("item");
        }
    }

    public static void main(String[] args) {
        new Thread(QueueCheckThenAdd::produce).start();
        produce();
    }
}
