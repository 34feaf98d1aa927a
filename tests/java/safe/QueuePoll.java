// check: verdict=passed
// QueueCheckThenTake with poll, which looks and takes in one.
// Passed: one of the two gets the item, the other null.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.atomic.AtomicInteger;

public class QueuePoll {
    static final ArrayBlockingQueue<String> QUEUE = new ArrayBlockingQueue<>(1);
    static final AtomicInteger GOT = new AtomicInteger();

    static void consume() {
        if (QUEUE.poll() != null) {
            int got = GOT.incrementAndGet();
            assert got == 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        QUEUE.add("item");
        Thread other = new Thread(QueuePoll::consume);
        other.start();
        consume();
        other.join();
        assert GOT.get() == 1;
    }
}
