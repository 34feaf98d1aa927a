// check: verdict=violated kind=assertion
// Main shuts the pool down and believes that it has terminated after a second.
// Schedule: the wait ends by its timeout before the task has run.
// No data race: the flag is volatile.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class AwaitTerminationTrusted {
    static volatile boolean done;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> done = true);
        pool.shutdown();
        pool.awaitTermination(1, TimeUnit.SECONDS);
        assert done;
    }
}
