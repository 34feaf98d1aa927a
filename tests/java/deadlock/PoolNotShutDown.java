// check: verdict=violated kind=deadlock
// PoolSubmitGet without the shutdown: the worker waits for another task and keeps the program alive.
// Schedule: every schedule ends so.
// No data race: the future orders the task's write before main's read.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolNotShutDown {
    static int value;

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> {
            value = 1;
        }).get();
        assert value == 1;
    }
}
