// check: verdict=passed options=--library;instant
// Behind another thread, a task runs once; then another ticks until it is cancelled, however often.
// Passed: how long ago the first was done makes no new states.
// No data race: the flag is volatile, and the future orders what the first writes.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledTicks {
    static int value;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        CountDownLatch ticked = new CountDownLatch(1);
        Thread early = new Thread(() -> { });
        early.start();
        early.join();
        ScheduledFuture<?> once = pool.schedule(() -> {
            value = 1;
        }, 1, TimeUnit.SECONDS);
        once.get();
        ScheduledFuture<?> periodic =
                pool.scheduleAtFixedRate(ticked::countDown, 1, 1, TimeUnit.SECONDS);
        ticked.await();
        periodic.cancel(false);
        pool.shutdown();
        once.get();
        assert value == 1;
    }
}
