// check: verdict=race-free large=true
// A thread writes a plain field and comes to a CyclicBarrier, whose action reads it.
// Race-free: what comes before await comes before the action, and that before the end of every await.
// Twin: HandBarrierActionLate.java
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class HandBarrierAction {
    static int value;
    static int other;

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(2, () -> other = value);
        new Thread(() -> {
            value = 1;
            try {
                if (barrier.getParties() == 2) {
                    barrier.await();
                }
            } catch (InterruptedException | BrokenBarrierException e) {
                throw new IllegalStateException(e);
            }
        }).start();
        barrier.await();
        int seen = other;
    }
}
