// check: verdict=violated kind=assertion options=--library;atomic
// Who completes a future runs what depends on it, or so main believes.
// Schedule: the timer sees that the future is not done, main completes it, and the timer runs the dependant.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

public class TimeoutForestalled {
    static volatile Thread runner;

    public static void main(String[] args) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.thenAccept(x -> runner = Thread.currentThread());
        future.completeOnTimeout(7, 1, TimeUnit.MILLISECONDS);
        future.complete(3);
        assert future.join() != 3 || runner == Thread.currentThread();
    }
}
