// check: verdict=passed
// Two threads write, meet at a barrier, and read what the other wrote; a barrier action runs before they go on.
// Passed: nobody passes before both have come and the action has run.
// No data race: the barrier orders the writes before the reads.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierOfTwo {
    static int left;
    static int right;
    static int met;
    static final CyclicBarrier BARRIER = new CyclicBarrier(2, () -> met++);

    static void meet() {
        try {
            BARRIER.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) {
        new Thread(() -> {
            left = 1;
            meet();
            assert right == 1 && met == 1;
        }).start();
        right = 1;
        meet();
        assert left == 1 && met == 1;
    }
}
