// check: verdict=violated kind=data-race variable=HandCompletionServiceLate.value
// A task writes a plain field; main takes the task from an ExecutorCompletionService and reads the field before that.
// Race: nothing orders main and the task before take.
// Twin: HandCompletionService.java
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

public class HandCompletionServiceLate {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, HandCompletionServiceLate::daemon);
        ExecutorCompletionService<Integer> service = new ExecutorCompletionService<>(pool);
        service.submit(() -> value = 1);
        int seen = value;
        service.take();
    }
}
