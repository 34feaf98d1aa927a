// check: verdict=violated kind=data-race variable=HandScheduledLate.value large=true
// Main schedules a task of a ScheduledExecutorService that reads a plain field, and writes the field after that.
// Race: the task may run as soon as it is scheduled.
// Twin: HandScheduled.java
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class HandScheduledLate {
    static int value;

    static Thread daemon(Runnable work) {
        Thread thread = new Thread(work);
        thread.setDaemon(true);
        return thread;
    }

    public static void main(String[] args) throws Exception {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1, HandScheduledLate::daemon);
        ScheduledFuture<Integer> task = pool.schedule(() -> value, 1, TimeUnit.MILLISECONDS);
        value = 1;
        task.get();
    }
}
