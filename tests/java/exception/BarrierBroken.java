// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// Main waits at a barrier with a timeout, the other thread without. Main accepts the timeout; the other takes a broken
// barrier for impossible.
// Schedule: main's wait ends by its timeout and breaks the barrier, before or after the other comes.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class BarrierBroken {
    static final CyclicBarrier BARRIER = new CyclicBarrier(2);

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                BARRIER.await();
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        try {
            BARRIER.await(1, TimeUnit.SECONDS);
        } catch (TimeoutException | BrokenBarrierException e) {
            assert BARRIER.isBroken();
        }
    }
}
