// check: verdict=violated kind=data-race variable=HandPoolResultLate.value
// A task of a pool of one writes a plain field; main gets its result and reads the field before that.
// Race: nothing orders main and the task before get.
// Twin: HandPoolResult.java
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class HandPoolResultLate {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, HandPoolResultLate::daemon);
        Future<?> task = pool.submit(() -> {
            value = 1;
        });
        int seen = value;
        task.get();
    }
}
