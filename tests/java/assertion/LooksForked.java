// check: verdict=violated kind=assertion options=--library;atomic min=25
// A worker that is free finds a task in two queues of its pool. In which of them it looks first is drawn by lot.
// Schedule: it takes the one that was forked.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.atomic.AtomicReference;

public class LooksForked {
    static final AtomicReference<String> first = new AtomicReference<>();
    static final CountDownLatch waits = new CountDownLatch(1);
    static final CountDownLatch forked = new CountDownLatch(1);
    static final CountDownLatch ready = new CountDownLatch(1);
    static final CountDownLatch done = new CountDownLatch(2);

    public static void main(String[] args) throws InterruptedException {
        ForkJoinPool pool = new ForkJoinPool(2);
        pool.execute(() -> {
            waits.countDown();
            await(ready);
        });
        waits.await();
        pool.execute(() -> {
            ForkJoinTask.adapt(() -> ran("forked")).fork();
            forked.countDown();
            await(done);
        });
        forked.await();
        pool.execute(() -> ran("submitted"));
        ready.countDown();
        done.await();
        assert !first.get().equals("forked");
    }

    static void ran(String what) {
        first.compareAndSet(null, what);
        done.countDown();
    }

    static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
