// check: verdict=passed
// A thread waits at a barrier of two to which nobody else comes; main interrupts it.
// Passed: the interrupt ends the wait (or the attempt to wait) and breaks the barrier.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierInterrupted {
    static final CyclicBarrier BARRIER = new CyclicBarrier(2);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                BARRIER.await();
                throw new IllegalStateException("nobody else came");
            } catch (InterruptedException e) {
                assert BARRIER.isBroken();
            } catch (BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        });
        other.start();
        other.interrupt();
        other.join();
        assert BARRIER.isBroken();
    }
}
