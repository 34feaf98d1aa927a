// check: verdict=violated kind=data-race variable=java.util.concurrent.ForkJoinTask$AdaptedCallable.result every=true
// A thread asks for the result of a task that another one executes, without waiting for its end.
// Race: the result is written plainly before the end that hands it over.
import java.util.concurrent.ForkJoinTask;

public class AdaptedResult {
    public static void main(String[] args) throws InterruptedException {
        ForkJoinTask<Integer> task = ForkJoinTask.adapt(() -> 1);
        Thread other = new Thread(task::invoke);
        other.start();
        task.getRawResult();
        other.join();
    }
}
