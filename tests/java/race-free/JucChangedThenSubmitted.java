// check: verdict=race-free
// Main submits a task that reads a plain field to a pool of one (a daemon), and writes the field before that.
// Race-free: the write comes before submit, and submit before the task.
// Twin: JucSubmittedThenChanged.java
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class JucChangedThenSubmitted {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1, JucChangedThenSubmitted::daemon);
        value = 1;
        Future<Integer> seen = pool.submit(() -> value);
        seen.get();
    }
}
