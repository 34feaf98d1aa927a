// check: verdict=passed
// PoolStarvation with a pool of two threads.
// Passed: the second worker runs the inner task, and the outer one shuts the pool down.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolOfTwoNested {
    static final ExecutorService POOL = Executors.newFixedThreadPool(2);

    public static void main(String[] args) {
        POOL.execute(() -> {
            try {
                POOL.submit(() -> { }).get();
            } catch (InterruptedException | ExecutionException e) {
                throw new IllegalStateException(e);
            }
            POOL.shutdown();
        });
    }
}
