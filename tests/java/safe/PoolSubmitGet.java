// check: verdict=passed
// A pool of one thread runs a task, main gets the result and shuts the pool down.
// Passed: get waits for the result, shutdown wakes the worker, which ends.
// No data race: the future orders the task's write before main's read.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolSubmitGet {
    static int value;

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> {
            value = 1;
        }).get();
        assert value == 1;
        pool.shutdown();
    }
}
