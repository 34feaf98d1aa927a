// check: verdict=violated kind=data-race variable=HandLinkedBlockingQueueLate.value
// A thread writes a plain field and adds to a LinkedBlockingQueue; main polls once, and reads the field if it got something; it adds first.
// Race: the write comes after adding.
// Twin: HandLinkedBlockingQueue.java
import java.util.concurrent.LinkedBlockingQueue;

public class HandLinkedBlockingQueueLate {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedBlockingQueue<Integer> queue = new LinkedBlockingQueue<>();
        new Thread(() -> {
            queue.add(1);
            value = 1;
        }).start();
        if (queue.poll() != null) {
            int seen = value;
        }
    }
}
