// check: verdict=passed
// A spinning barrier for two threads: the last to arrive opens it.
// Passed: nobody passes before both have written.
// No data race: the barrier orders the plain writes before the reads.
import java.util.concurrent.atomic.AtomicInteger;

public class SenseBarrier {
    static final AtomicInteger ARRIVED = new AtomicInteger();
    static volatile boolean open;
    static int left;
    static int right;

    static void await() {
        if (ARRIVED.incrementAndGet() == 2) {
            open = true;
        }
        while (!open) {
            Thread.onSpinWait();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            left = 1;
            await();
            assert right == 1;
        }).start();
        right = 1;
        await();
        assert left == 1;
    }
}
