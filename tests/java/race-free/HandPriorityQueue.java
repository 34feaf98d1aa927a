// check: verdict=race-free
// A thread writes a plain field and adds to a PriorityBlockingQueue; main polls once, and reads the field if it got something; it writes first.
// Race-free: what comes before adding comes before the end of polling.
// Twin: HandPriorityQueueLate.java
import java.util.concurrent.PriorityBlockingQueue;

public class HandPriorityQueue {
    static int value;

    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
        new Thread(() -> {
            value = 1;
            queue.add(1);
        }).start();
        if (queue.poll() != null) {
            int seen = value;
        }
    }
}
