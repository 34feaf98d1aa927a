// check: verdict=passed options=--library;atomic;--time;30
// A task ticks, another is scheduled beside it and awaited, then the first is cancelled.
// Passed: a task is queued when its time is reckoned from, so ticks before that make no states.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledBeside {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> ticks = pool.scheduleAtFixedRate(() -> { }, 1, 1, TimeUnit.SECONDS);
        ScheduledFuture<Integer> once = pool.schedule(() -> 42, 1, TimeUnit.SECONDS);
        assert once.get() == 42;
        ticks.cancel(false);
        pool.shutdown();
    }
}
