// check: verdict=violated kind=deadlock
// A task in a pool of one thread submits another one to the same pool and waits for it.
// Schedule: every schedule ends so: the only worker waits for a task that only it could run.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolStarvation {
    static final ExecutorService POOL = Executors.newFixedThreadPool(1);

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
