// check: verdict=passed
// A producer puts an item into a linked queue, main takes it.
// Passed: take waits for the item.
// No data race: the queue orders the producer's writes before main's reads.
import java.util.concurrent.LinkedBlockingQueue;

public class LinkedBlockingQueueHandOver {
    static final LinkedBlockingQueue<int[]> QUEUE = new LinkedBlockingQueue<>();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            int[] box = new int[1];
            box[0] = 5;
            QUEUE.add(box);
        }).start();
        int got = QUEUE.take()[0];
        assert got == 5;
    }
}
