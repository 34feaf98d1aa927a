// check: verdict=race-free
// A thread writes a plain field and adds to a LinkedBlockingDeque; main polls once, and reads the field if it got something; it writes first.
// Race-free: what comes before adding comes before the end of polling.
// Twin: HandLinkedBlockingDequeLate.java
import java.util.concurrent.LinkedBlockingDeque;

public class HandLinkedBlockingDeque {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedBlockingDeque<Integer> queue = new LinkedBlockingDeque<>();
        new Thread(() -> {
            value = 1;
            queue.addFirst(1);
        }).start();
        if (queue.pollLast() != null) {
            int seen = value;
        }
    }
}
