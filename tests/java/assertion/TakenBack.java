// check: verdict=violated kind=assertion jdks=all options=--library;atomic
// A task is submitted and taken back. It is too late for that once a worker has taken it, or so main believes.
// Schedule: main takes it back before a worker looks. The queue's owner looks at the slot plainly, by which it depends on that.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class TakenBack {
    public static void main(String[] args) {
        ForkJoinTask<?> task = ForkJoinPool.commonPool().submit(() -> { });
        assert !task.tryUnfork();
    }
}
