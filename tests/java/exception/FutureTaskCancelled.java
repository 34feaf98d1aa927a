// check: verdict=violated kind=uncaught-exception exception=java.util.concurrent.CancellationException
// A thread cancels a task that main runs and gets.
// Schedule: the cancellation comes before main has run the task; get throws.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;

public class FutureTaskCancelled {
    static final FutureTask<Integer> TASK = new FutureTask<>(() -> 1);

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        new Thread(() -> TASK.cancel(false)).start();
        TASK.run();
        int result = TASK.get();
        assert result == 1;
    }
}
