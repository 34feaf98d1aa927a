// check: verdict=violated kind=uncaught-exception exception=java.util.concurrent.RejectedExecutionException
// One thread shuts the pool down, main executes a task in it.
// Schedule: the shutdown comes first.
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class PoolRejects {
    static final ExecutorService POOL = Executors.newFixedThreadPool(1);

    public static void main(String[] args) {
        new Thread(POOL::shutdown).start();
        POOL.execute(() -> { });
    }
}
