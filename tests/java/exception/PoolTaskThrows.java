// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// A task given to execute throws if it sees the flag; the exception ends the worker uncaught.
// Schedule: main sets the flag before the task reads it.
// No data race: the flag is volatile.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolTaskThrows {
    static volatile boolean closed;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.execute(() -> {
            if (closed) {
                throw new IllegalStateException();
            }
        });
        closed = true;
        pool.shutdown();
    }
}
