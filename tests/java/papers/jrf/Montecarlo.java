// check: verdict=violated kind=data-race variable=Montecarlo$Model.debug conflict=write-write|write-read|read-write
// Figure 8: montecarlo (2,5), a Monte Carlo simulation of prices: two threads share out five runs, each of which creates a
// path of its own and adds what it returns to a synchronized list.
// Racy: the constructor of every path sets the static field debug, always to the same value. The first path of one thread is
// created with nothing ordering it before or after the paths of the other. The list does not race.
import java.util.ArrayList;
import java.util.List;

public class Montecarlo {
    static final int THREADS = 2;
    static final int ITERATIONS = 5;
    static final int TIME_STEPS = 3;

    static class Model {
        static boolean debug;

        Model() {
            debug = true;
        }
    }

    static final class Path extends Model {
        final double[] price = new double[TIME_STEPS];

        Path(int seed) {
            long state = seed;
            double now = 100;
            for (int i = 0; i < TIME_STEPS; i++) {
                state = (state * 1103515245 + 12345) & 0x7fffffff;
                now *= 0.99 + 0.02 * state / 0x7fffffff;
                price[i] = now;
            }
        }

        double expectedReturn() {
            double result = Math.log(price[TIME_STEPS - 1] / price[0]);
            assert !debug || result > -1 && result < 1;
            return result;
        }
    }

    static final List<Double> RESULTS = new ArrayList<>();

    static void work(int me, int threads, int runs) {
        for (int run = me; run < runs; run += threads) {
            double result = new Path(run).expectedReturn();
            synchronized (RESULTS) {
                RESULTS.add(result);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int runs = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            int me = id;
            all[id] = new Thread(() -> work(me, threads, runs));
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
        assert RESULTS.size() == runs;
    }
}
