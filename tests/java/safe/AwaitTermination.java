// check: verdict=passed
// AwaitTerminationTrusted, asserting only if awaitTermination says that the pool has terminated.
// Passed: it then has run its task. Otherwise the task is still to come, and the worker ends after it.
// No data race: termination comes after the task and before the return of awaitTermination.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class AwaitTermination {
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> done = true);
        pool.shutdown();
        if (pool.awaitTermination(10, TimeUnit.MILLISECONDS)) {
            assert done;
        }
    }
}
