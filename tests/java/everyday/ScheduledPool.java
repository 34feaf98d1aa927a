// everyday: a scheduled pool with one delayed and one periodic task, which is cancelled
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class ScheduledPool {
    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        AtomicInteger ticks = new AtomicInteger();
        ScheduledFuture<?> periodic =
                pool.scheduleAtFixedRate(ticks::incrementAndGet, 1, 1, TimeUnit.SECONDS);
        ScheduledFuture<Integer> delayed = pool.schedule(() -> 42, 1, TimeUnit.SECONDS);
        int answer = delayed.get();
        periodic.cancel(false);
        pool.shutdown();
        assert answer == 42;
    }
}
