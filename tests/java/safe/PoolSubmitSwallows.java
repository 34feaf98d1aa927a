// check: verdict=passed
// PoolTaskThrows with submit: the exception is kept in a future that nobody asks.
// Passed: it is caught by the future, so it is not uncaught. (A defect of its own, but none of the four kinds.)
// No data race: the flag is volatile.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolSubmitSwallows {
    static volatile boolean closed;

    public static void main(String[] args) {
        ExecutorService pool = Executors.newFixedThreadPool(1);
        pool.submit(() -> {
            if (closed) {
                throw new IllegalStateException();
            }
        });
        closed = true;
        pool.shutdown();
    }
}
