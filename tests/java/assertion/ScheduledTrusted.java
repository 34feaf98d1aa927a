// check: verdict=violated kind=assertion
// A task is scheduled soon; main sleeps much longer and believes that it has run.
// Schedule: main's sleep ends before the worker has run the task.
// No data race: the field is volatile.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ScheduledTrusted {
    static volatile int value;

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.schedule(() -> {
            value = 1;
        }, 5, TimeUnit.MILLISECONDS);
        pool.shutdown();
        Thread.sleep(500);
        assert value == 1;
    }
}
