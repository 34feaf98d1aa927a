// check: verdict=passed
// Two threads run the same FutureTask, main then gets its result.
// Passed: one of them runs it, the other returns at once; get waits for the result.
// No data race: the result is published by the task, the count is atomic.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicInteger;

public class FutureTaskRunsOnce {
    static final AtomicInteger RUNS = new AtomicInteger();
    static final FutureTask<Integer> TASK = new FutureTask<>(RUNS::incrementAndGet);

    public static void main(String[] args) throws InterruptedException, ExecutionException {
        new Thread(TASK).start();
        TASK.run();
        int result = TASK.get();
        assert result == 1 && RUNS.get() == 1;
    }
}
