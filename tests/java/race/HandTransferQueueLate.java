// check: verdict=violated kind=data-race variable=HandTransferQueueLate.value
// A thread writes a plain field and adds to a LinkedTransferQueue; main polls once, and reads the field if it got something; it adds first.
// Race: the write comes after adding.
// Twin: HandTransferQueue.java
import java.util.concurrent.LinkedTransferQueue;

public class HandTransferQueueLate {
    static int value;

    public static void main(String[] args) throws Exception {
        LinkedTransferQueue<Integer> queue = new LinkedTransferQueue<>();
        new Thread(() -> {
            queue.add(1);
            value = 1;
        }).start();
        if (queue.poll() != null) {
            int seen = value;
        }
    }
}
