// check: verdict=passed
// A task is scheduled to run a little later; main waits for it and shuts the pool down.
// Passed: the delay ends by itself, and get waits for it.
// No data race: the future orders the task's write before main's read.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

public class ScheduledOnce {
    static int value;

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        pool.schedule(() -> {
            value = 1;
        }, 5, TimeUnit.MILLISECONDS).get();
        assert value == 1;
        pool.shutdown();
    }
}
