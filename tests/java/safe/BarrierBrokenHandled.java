// check: verdict=passed
// BarrierBroken with both threads prepared for it.
// Passed: either both pass, or main times out and the other thread learns that the barrier is broken; nobody is left.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class BarrierBrokenHandled {
    static final CyclicBarrier BARRIER = new CyclicBarrier(2);

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                BARRIER.await();
            } catch (BrokenBarrierException e) {
                assert BARRIER.isBroken();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        try {
            BARRIER.await(10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            assert BARRIER.isBroken();
        } catch (BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }
}
