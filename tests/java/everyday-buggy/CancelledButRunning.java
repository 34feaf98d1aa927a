// everyday-buggy: kind=data-race variable=CancelledButRunning.saved
// Main cancels a scheduled task and reads its field: a race if the task has begun and is not done; else the future orders them.
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

public class CancelledButRunning {
    static boolean saved;

    public static void main(String[] args) {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(1);
        ScheduledFuture<?> saving = pool.schedule(() -> {
            saved = true;
        }, 10, TimeUnit.MILLISECONDS);
        saving.cancel(false);
        if (!saved) {
            System.out.println("nothing saved");
        }
        pool.shutdown();
    }
}
