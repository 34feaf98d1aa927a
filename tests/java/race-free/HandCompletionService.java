// check: verdict=race-free
// A task writes a plain field; main takes the task from an ExecutorCompletionService and reads the field after that.
// Race-free: what a task does comes before it is taken.
// Twin: HandCompletionServiceLate.java
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class HandCompletionService {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, HandCompletionService::daemon);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        service.submit(() -> value = 1);
        service.take();
        int seen = value;
    }
}
