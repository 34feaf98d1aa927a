// check: verdict=violated kind=assertion min=25 options=--library;atomic
// A worker forks two tasks, asks how many are queued, and takes the second back if it can.
// Schedule: another worker has run the first and taken the second, so none is queued; it runs that after the end of all else.
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.atomic.AtomicInteger;

public class QueuedTasksAsked {
    static final AtomicInteger LOG = new AtomicInteger();

    static void log(int digit) {
        LOG.updateAndGet(known -> known * 10 + digit);
    }

    static RecursiveAction action(Runnable task) {
        return new RecursiveAction() {
            @Override
            protected void compute() {
                task.run();
            }
        };
    }

    public static void main(String[] args) {
        new ForkJoinPool(2).invoke(action(() -> {
            RecursiveAction one = action(() -> log(1));
            RecursiveAction two = action(() -> log(2));
            one.fork();
            two.fork();
            int queued = ForkJoinTask.getQueuedTaskCount();
            boolean isMine = two.tryUnfork();
            log(queued + 3);
            log(6);
            one.join();
            assert isMine || LOG.get() != 136;
        }));
    }
}
