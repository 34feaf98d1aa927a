// check: verdict=race-free
// Figure 10: barrier.SenseBarrier (2,2), the sense reversing barrier: the last to come sets the counter again and turns the
// volatile sense that the others spin on. Two threads, two rounds.
// No data race: a write of log comes before its thread's decrement, that before the last one's, that before the write of
// sense, and that before the reads of log. The second barrier of a round orders these ahead of the writes of the next.
import java.util.concurrent.atomic.AtomicInteger;

public class SenseBarrier {
    static final int THREADS = 2;
    static final int ITERATIONS = 2;

    final int threads;
    final AtomicInteger missing;
    final int[] log;
    volatile boolean sense;

    SenseBarrier(int threads) {
        this.threads = threads;
        missing = new AtomicInteger(threads);
        log = new int[threads];
    }

    void await(boolean mySense) {
        if (missing.getAndDecrement() == 1) {
            missing.set(threads);
            sense = mySense;
        } else {
            while (sense != mySense) {
                Thread.onSpinWait();
            }
        }
    }

    void work(int me, int iterations) {
        for (int i = 1; i <= iterations; i++) {
            log[me] = i;
            await(true);
            for (int other = 0; other < threads; other++) {
                assert log[other] == i;
            }
            await(false);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        SenseBarrier barrier = new SenseBarrier(threads);
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
