// check: verdict=race-free large=true
// A task of a pool writes a plain field; main shuts the pool down and reads the field when it has terminated.
// Race-free: the end of the tasks comes before termination is seen.
// Twin: HandTerminatedLate.java
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class HandTerminated {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, HandTerminated::daemon);
        pool.execute(() -> value = 1);
        pool.shutdown();
        if (pool.awaitTermination(1, TimeUnit.DAYS)) {
            int seen = value;
        }
    }
}
