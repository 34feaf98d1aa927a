// check: verdict=race-free
// A task of a pool of one writes a plain field; main gets its result and reads the field after that.
// Race-free: what a task does comes before the end of Future.get.
// Twin: HandPoolResultLate.java
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class HandPoolResult {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, HandPoolResult::daemon);
        Future<?> task = pool.submit(() -> {
            value = 1;
        });
        task.get();
        int seen = value;
    }
}
