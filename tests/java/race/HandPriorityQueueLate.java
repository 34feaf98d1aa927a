// check: verdict=violated kind=data-race variable=HandPriorityQueueLate.value
// A thread writes a plain field and adds to a PriorityBlockingQueue; main polls once, and reads the field if it got something; it adds first.
// Race: the write comes after adding.
// Twin: HandPriorityQueue.java
import java.util.concurrent.PriorityBlockingQueue;

public class HandPriorityQueueLate {
    static int value;

    public static void main(String[] args) throws Exception {
        PriorityBlockingQueue<Integer> queue = new PriorityBlockingQueue<>();
        new Thread(() -> {
            queue.add(1);
            value = 1;
        }).start();
        if (queue.poll() != null) {
            int seen = value;
        }
    }
}
