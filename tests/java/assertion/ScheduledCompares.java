// check: verdict=violated kind=assertion options=--library;instant
// Of two tasks that are done, main believes that the one with the shorter delay was due first. It was scheduled later.
// Schedule: the other thread wakes up, 3 seconds later, before main schedules the second task.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledCompares {
    static volatile boolean hasBegun;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> longer = pool.schedule(() -> { }, 2, TimeUnit.SECONDS);
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(3_000);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        other.start();
        hasBegun = true;
        ScheduledFuture<?> shorter = pool.schedule(() -> { }, 1, TimeUnit.SECONDS);
        other.join();
        longer.get();
        shorter.get();
        pool.shutdown();
        assert shorter.compareTo(longer) < 0;
    }
}
