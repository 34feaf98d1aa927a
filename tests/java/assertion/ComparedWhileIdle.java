// check: verdict=violated kind=assertion options=--library;instant
// A pool interrupts its idle worker, who compares tasks by the program's code and waits in it.
// Schedule: it has seen that the task has not ended, then it ends, then the interrupt comes first.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class ComparedWhileIdle {
    static final FutureTask<Integer> AWAITED = new FutureTask<>(() -> 1);
    static volatile boolean interrupted;

    record Task(Thread starter) implements Runnable, Comparable<Task> {
        @Override
        public void run() {}

        @Override
        public int compareTo(Task other) {
            if (Thread.currentThread() != starter) {
                try {
                    AWAITED.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                } catch (ExecutionException e) {
                    throw new AssertionError(e);
                }
            }
            return 0;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        PriorityBlockingQueue<Runnable> queue = new PriorityBlockingQueue<>();
        for (int i = 0; i < 3; i++) {
            queue.add(new Task(Thread.currentThread()));
        }
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.DAYS, queue);
        pool.prestartCoreThread();
        AWAITED.run();
        pool.shutdown();
        pool.awaitTermination(1 << 30, TimeUnit.DAYS);
        assert !interrupted;
    }
}
