// check: verdict=violated kind=data-race variable=long[][0] conflict=write-read|read-write
// Figure 8: sor (2,15), successive over-relaxation of a grid in red and black: every thread has a block of rows, and after
// each colour waits until its neighbours are as far; fifteen iterations.
// Racy: sync, in which the threads count how far they are, is volatile, but only as a reference: its elements are not. A
// thread reads the count of its neighbour, and nothing orders the write ahead of the read; nor the writes of the border rows
// ahead of the neighbour's reads, which would race next.
public class Sor {
    static final int THREADS = 2;
    static final int ITERATIONS = 15;
    /** With its border, which stays as it is. */
    static final int ROWS = 4;
    static final double OMEGA = 1.25;

    static volatile long[][] sync;
    static final double[][] GRID = new double[ROWS][ROWS];

    static void work(int me, int threads, int iterations) {
        int first = 1 + me * (ROWS - 2) / threads;
        int end = 1 + (me + 1) * (ROWS - 2) / threads;
        for (int sweep = 0; sweep < 2 * iterations; sweep++) {
            for (int row = first; row < end; row++) {
                relax(GRID[row - 1], GRID[row], GRID[row + 1], 1 + (row + sweep) % 2);
            }
            long count = sync[me][0] + 1;
            sync[me][0] = count;
            while (me > 0 && sync[me - 1][0] < count) {
                Thread.onSpinWait();
            }
            while (me < threads - 1 && sync[me + 1][0] < count) {
                Thread.onSpinWait();
            }
        }
    }

    static void relax(double[] above, double[] row, double[] below, int firstColumn) {
        for (int column = firstColumn; column < ROWS - 1; column += 2) {
            double around = above[column] + below[column] + row[column - 1] + row[column + 1];
            row[column] = OMEGA / 4 * around + (1 - OMEGA) * row[column];
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int iterations = args.length > 1 ? Integer.parseInt(args[1]) : ITERATIONS;
        for (int i = 0; i < ROWS; i++) {
            GRID[0][i] = 1;
        }
        sync = new long[threads][1];
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            int me = id;
            all[id] = new Thread(() -> work(me, threads, iterations));
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
    }
}
