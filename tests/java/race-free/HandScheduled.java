// check: verdict=race-free large=true
// Main schedules a task of a ScheduledExecutorService that reads a plain field, and writes the field before that.
// Race-free: what comes before schedule comes before the task.
// Twin: HandScheduledLate.java
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class HandScheduled {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1, HandScheduled::daemon);
        value = 1;
        ScheduledFuture<Integer> task = pool.schedule(() -> value, 1, TimeUnit.MILLISECONDS);
        task.get();
    }
}
