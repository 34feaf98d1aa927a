// scan: candidates=OrderedQueueLate$Box.value
// races: OrderedQueueLate$Box.value
// A thread puts boxes into a BlockingQueue and fills them after that; main takes them and reads them.
// Racy: main may have taken the box when it is filled.
// Twin: OrderedQueue.java
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;

public class OrderedQueueLate {
    static final class Box {
        int value;
    }

    static final BlockingQueue<Box> QUEUE = new ArrayBlockingQueue<>(2);

    static void produce() {
        for (int i = 0; i < 2; i++) {
            Box box = new Box();
            QUEUE.add(box);
            box.value = i;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(OrderedQueueLate::produce).start();
        int sum = QUEUE.take().value + QUEUE.take().value;
        assert sum <= 1;
    }
}
