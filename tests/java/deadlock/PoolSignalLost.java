// check: max=17 verdict=violated kind=deadlock options=--library;atomic
// A pool of two: one task waits for the next one. JDK 17's pool may never run that, though a worker is idle.
// Schedule: a worker has found no task; then the last one is queued, and nobody is signalled, since two are active; then it goes to sleep.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;

public class PoolSignalLost {
    public static void main(String[] args) {
        ForkJoinPool pool = new ForkJoinPool(2);
        CountDownLatch latch = new CountDownLatch(1);
        pool.execute(() -> { });
        ForkJoinTask<?> waits = pool.submit(() -> {
            latch.await();
            return 1;
        });
        pool.execute(latch::countDown);
        waits.join();
    }
}
