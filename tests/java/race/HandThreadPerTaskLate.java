// check: verdict=violated kind=data-race variable=HandThreadPerTaskLate.value min=21 large=true
// Main submits a task that reads a plain field to an executor that starts a thread for each, and writes the field after that.
// Race: the task may run as soon as it is submitted.
// Twin: HandThreadPerTask.java
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class HandThreadPerTaskLate {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newThreadPerTaskExecutor(HandThreadPerTaskLate::daemon);
        pool.submit(() -> value);
        value = 1;
        pool.close();
    }
}
