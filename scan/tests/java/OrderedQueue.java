// scan: candidates=none
// races: none
// A thread fills boxes and puts them into a BlockingQueue; main takes them and reads them.
// Proved by ordered: a box is written before put only, and put comes before the take that gets it.
// Twin: OrderedQueueLate.java
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class OrderedQueue {
    static final class Box {
        int value;
    }

    static final BlockingQueue<Box> QUEUE = new ArrayBlockingQueue<>(2);

    static void produce() {
        for (int i = 0; i < 2; i++) {
            Box box = new Box();
            box.value = i;
            QUEUE.add(box);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(OrderedQueue::produce).start();
        int sum = QUEUE.take().value + QUEUE.take().value;
        assert sum == 1;
    }
}
