// check: verdict=violated kind=deadlock
// BarrierOfTwo with a thread that does not come if it sees the flag.
// Schedule: main sets the flag before the thread reads it, and waits for nobody.
// No data race: the flag is volatile.
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CyclicBarrier;

public class BarrierOneMissing {
    static volatile boolean stop;
    static final CyclicBarrier BARRIER = new CyclicBarrier(2);

    static void meet() {
        try {
            BARRIER.await();
        } catch (InterruptedException | BrokenBarrierException e) {
            throw new IllegalStateException(e);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            if (!stop) {
                meet();
            }
        }).start();
        Thread.sleep(50);
        stop = true;
        meet();
    }
}
