// check: verdict=violated kind=data-race variable=JucSubmittedThenChanged.value conflict=write-read|read-write
// Main submits a task that reads a plain field to a pool of one (a daemon), and writes the field after that.
// Racy: the worker may run the task while main writes; only what precedes submit comes before it.
// Twin: JucChangedThenSubmitted.java
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class JucSubmittedThenChanged {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        ExecutorService pool = Executors.newFixedThreadPool(1, JucSubmittedThenChanged::daemon);
        Future<Integer> seen = pool.submit(() -> value);
        value = 1;
        seen.get();
    }
}
