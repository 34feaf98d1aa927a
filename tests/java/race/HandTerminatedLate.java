// check: verdict=violated kind=data-race variable=HandTerminatedLate.value large=true
// A task of a pool writes a plain field; main shuts the pool down and reads the field and awaits its termination after that.
// Race: shutdown orders nothing.
// Twin: HandTerminated.java
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;

public class HandTerminatedLate {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(1, HandTerminatedLate::daemon);
        pool.execute(() -> value = 1);
        pool.shutdown();
        int seen = value;
        if (pool.awaitTermination(1, TimeUnit.DAYS)) {
        }
    }
}
