// check: verdict=violated kind=data-race variable=boolean[][0] conflict=write-read|read-write
// Figure 8: barrier.DisBarrier (2,2), the dissemination barrier: in round r each thread signals the thread 2^r further on
// and waits for its own signal.
// Racy: a signal is a plain array element. Its writer and the thread that spins on it are ordered by nothing else, so the
// read of the new value races with the write. The signals being worth nothing, log, written before and read after the
// barrier, would race next.
public class DisBarrier {
    static final int THREADS = 2;
    static final int ITERATIONS = 2;

    final int threads;
    /** By thread, round and parity. */
    final boolean[][][] signal;
    final int[] log;

    DisBarrier(int threads) {
        this.threads = threads;
        int rounds = 0;
        while (1 << rounds < threads) {
            rounds++;
        }
        signal = new boolean[threads][rounds][2];
        log = new int[threads];
    }

    void await(int me, int parity, boolean sense) {
        for (int round = 0; round < signal[me].length; round++) {
            int partner = (me + (1 << round)) % threads;
            signal[partner][round][parity] = sense;
            while (signal[me][round][parity] != sense) {
                Thread.onSpinWait();
            }
        }
    }

    void work(int me, int iterations) {
        boolean sense = true;
        for (int i = 1; i <= iterations; i++) {
            log[me] = i;
            await(me, 0, sense);
            for (int other = 0; other < threads; other++) {
                assert log[other] == i;
            }
            await(me, 1, sense);
            sense = !sense;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        DisBarrier barrier = new DisBarrier(threads);
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
