// check: verdict=race-free
// A thread writes a plain field and adds to a ConcurrentLinkedDeque; main polls once, and reads the field if it got something; it writes first.
// Race-free: what comes before adding comes before the end of polling.
// Twin: HandConcurrentDequeLate.java
import java.util.concurrent.ConcurrentLinkedDeque;

public class HandConcurrentDeque {
    static int value;

    public static void main(String[] args) throws Exception {
        ConcurrentLinkedDeque<Integer> queue = new ConcurrentLinkedDeque<>();
        new Thread(() -> {
            value = 1;
            queue.addFirst(1);
        }).start();
        if (queue.pollLast() != null) {
            int seen = value;
        }
    }
}
