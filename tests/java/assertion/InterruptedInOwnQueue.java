// check: verdict=violated kind=assertion options=--library;instant
// A pool interrupts its idle worker, who waits for a task in a queue of the program's own.
// Schedule: it has seen that the task has not ended, then it ends, then the interrupt comes first.
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;

public class InterruptedInOwnQueue {
    static volatile boolean interrupted;

    public static void main(String[] args) throws InterruptedException {
        FutureTask<Integer> task = new FutureTask<>(() -> 1);
        LinkedBlockingQueue<Runnable> queue = new LinkedBlockingQueue<>() {
            @Override
            public Runnable take() throws InterruptedException {
                try {
                    task.get();
                } catch (InterruptedException e) {
                    interrupted = true;
                    throw e;
                } catch (ExecutionException e) {
                    throw new AssertionError(e);
                }
                return super.take();
            }
        };
        ThreadPoolExecutor pool = new ThreadPoolExecutor(1, 1, 1, TimeUnit.DAYS, queue);
        pool.prestartCoreThread();
        task.run();
        pool.shutdown();
        pool.awaitTermination(1 << 30, TimeUnit.DAYS);
        assert !interrupted;
    }
}
