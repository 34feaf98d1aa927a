// check: verdict=violated kind=assertion options=--library;instant
// A handler of rejected tasks waits for another thread, but for a second only.
// Schedule: the second is over before the other thread begins.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class ScheduledRejected {
    static final CountDownLatch latch = new CountDownLatch(1);
    static volatile boolean isLate;

    public static void main(String[] args) {
        ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1, (task, of) -> {
            try {
                isLate = !latch.await(1, TimeUnit.SECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        pool.shutdown();
        new Thread(latch::countDown).start();
        pool.execute(() -> { });
        assert !isLate;
    }
}
