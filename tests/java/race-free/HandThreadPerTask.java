// check: verdict=race-free min=21 large=true
// Main submits a task that reads a plain field to an executor that starts a thread for each, and writes the field before that.
// Race-free: what comes before submit comes before the task.
// Twin: HandThreadPerTaskLate.java
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class HandThreadPerTask {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newThreadPerTaskExecutor(HandThreadPerTask::daemon);
        value = 1;
        pool.submit(() -> value);
        pool.close();
    }
}
