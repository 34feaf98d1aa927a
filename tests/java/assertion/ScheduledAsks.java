// check: verdict=violated kind=assertion options=--library;instant
// Main waits for a task, cancels another that ticks beside it, and asks how long ago the first was due.
// Schedule: the periodic task ticks three times more before it is cancelled.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledAsks {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> periodic = pool.scheduleAtFixedRate(() -> { }, 1, 1, TimeUnit.SECONDS);
        ScheduledFuture<Integer> delayed = pool.schedule(() -> 42, 1, TimeUnit.SECONDS);
        delayed.get();
        periodic.cancel(false);
        pool.shutdown();
        assert delayed.getDelay(TimeUnit.SECONDS) != -3;
    }
}
