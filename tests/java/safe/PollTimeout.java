// check: verdict=passed
// Main polls with a timeout and, if nothing has come, looks again after the producer's end.
// Passed: the item is got the first time or the second, once.
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.TimeUnit;

public class PollTimeout {
    static final ArrayBlockingQueue<String> QUEUE = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws InterruptedException {
        Thread producer = new Thread(() -> QUEUE.add("item"));
        producer.start();
        String first = QUEUE.poll(10, TimeUnit.MILLISECONDS);
        producer.join();
        String second = QUEUE.poll();
        assert (first == null) != (second == null);
    }
}
