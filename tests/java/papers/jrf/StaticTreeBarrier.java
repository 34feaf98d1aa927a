// check: verdict=violated kind=data-race variable=StaticTreeBarrier.sense conflict=write-read|read-write
// Figure 8: barrier.StaticTreeBarrier (7,1), seven threads in a binary tree: each waits for its children and tells its
// parent; the root then turns the sense that all the others spin on.
// Racy: sense is plain. The atomic counters order what comes before the barrier ahead of the root's write, but nothing
// orders that write ahead of the others' reads. log would race next.
import java.util.concurrent.atomic.AtomicInteger;

public class StaticTreeBarrier {
    static final int THREADS = 7;
    static final int ITERATIONS = 1;

    final int threads;
    /** How many children each thread is still waiting for. */
    final AtomicInteger[] missing;
    final int[] log;
    boolean sense;

    StaticTreeBarrier(int threads) {
        this.threads = threads;
        missing = new AtomicInteger[threads];
        for (int id = 0; id < threads; id++) {
            missing[id] = new AtomicInteger(children(id));
        }
        log = new int[threads];
    }

    int children(int id) {
        return Math.max(0, Math.min(2, threads - 1 - 2 * id));
    }

    void await(int me, boolean mySense) {
        while (missing[me].get() > 0) {
            Thread.onSpinWait();
        }
        missing[me].set(children(me));
        if (me == 0) {
            sense = mySense;
        } else {
            missing[(me - 1) / 2].getAndDecrement();
            while (sense != mySense) {
                Thread.onSpinWait();
            }
        }
    }

    void work(int me, int iterations) {
        for (int i = 1; i <= iterations; i++) {
            log[me] = i;
            await(me, true);
            assert log[(me + 1) % threads] == i;
            await(me, false);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        StaticTreeBarrier barrier = new StaticTreeBarrier(threads);
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            int me = id;
            all[id] = new Thread(() -> barrier.work(me, iterations));
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
    }
}
