// check: verdict=passed options=--library;instant
// A task ticks until it is cancelled, however often, beside one that runs once.
// Passed: how long ago the second was done, and how late it was, makes no new states.
// No data race: the flag is volatile, and the future orders what the second writes.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledTicks {
    static volatile boolean hasTicked;
    static int value;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> periodic =
                pool.scheduleAtFixedRate(() -> hasTicked = true, 1, 1, TimeUnit.SECONDS);
        ScheduledFuture<?> delayed = pool.schedule(() -> {
            value = 1;
        }, 1, TimeUnit.SECONDS);
        delayed.get();
        periodic.cancel(false);
        pool.shutdown();
        assert value == 1;
    }
}
