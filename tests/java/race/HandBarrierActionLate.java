// check: verdict=violated kind=data-race variable=HandBarrierActionLate.value large=true
// A thread writes a plain field and comes to a CyclicBarrier, whose action reads it, or does not come, since the barrier is for main alone.
// Race: nothing orders the write and the action.
// Twin: HandBarrierAction.java
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class HandBarrierActionLate {
    static int value;
    static int other;

    public static void main(String[] args) throws Exception {
        CyclicBarrier barrier = new CyclicBarrier(1, () -> other = value);
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
