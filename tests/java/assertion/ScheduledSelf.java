// check: verdict=violated kind=assertion options=--library;instant
// A task uses the future that stands for it, and finds none yet.
// Schedule: the delay ends, and the task runs, before main has noted what `schedule` returns.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class ScheduledSelf {
    static volatile ScheduledFuture<?> self;

    public static void main(String[] args) throws InterruptedException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        self = pool.schedule(() -> {
            assert self != null;
        }, 1, TimeUnit.SECONDS);
        pool.shutdown();
        try {
            self.get();
        } catch (ExecutionException e) {
            throw (AssertionError) e.getCause();
        }
    }
}
