// check: verdict=violated kind=assertion options=--library;atomic
// A task that is due in two seconds is scheduled, then one that is due in one. It runs first, or so main believes.
// Schedule: the delay of the first ends before main schedules the second.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledBetween {
    static volatile boolean hasRun;
    static volatile boolean isLate;

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.schedule(() -> {
            hasRun = true;
        }, 2, TimeUnit.SECONDS);
        ScheduledFuture<?> second = pool.schedule(() -> {
            isLate = hasRun;
        }, 1, TimeUnit.SECONDS);
        pool.shutdown();
        second.get();
        assert !isLate;
    }
}
