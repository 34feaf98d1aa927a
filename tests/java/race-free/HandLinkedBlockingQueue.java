// check: verdict=race-free
// A thread writes a plain field and adds to a LinkedBlockingQueue; main polls once, and reads the field if it got something; it writes first.
// Race-free: what comes before adding comes before the end of polling.
// Twin: HandLinkedBlockingQueueLate.java
import java.util.concurrent.LinkedBlockingQueue;

public class HandLinkedBlockingQueue {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        new Thread(() -> {
            value = 1;
            queue.add(1);
        }).start();
        if (queue.poll() != null) {
            int seen = value;
        }
    }
}
