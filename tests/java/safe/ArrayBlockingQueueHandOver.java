// check: verdict=passed
// A producer puts two numbers into a queue of one place, main takes them.
// Passed: put waits for room, take for a number, and the order is kept.
import java.util.concurrent.ArrayBlockingQueue;

public class ArrayBlockingQueueHandOver {
    static final ArrayBlockingQueue<Integer> QUEUE = new ArrayBlockingQueue<>(1);

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                QUEUE.put(1);
                QUEUE.put(2);
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        assert take() == 1;
        assert take() == 2;
    }

    static int take() throws InterruptedException {
        return QUEUE.take();
    }
}
