// check: verdict=violated kind=data-race variable=boolean[][1] conflict=write-read|read-write
// Figure 8: lufact (2,5), LU factorization of a 5x5 matrix by columns: thread 0 finds the pivot of a column, swaps and
// scales, all wait at a barrier, eliminate their share of the columns on the right, and wait again.
// Racy: done, in which the threads of the tournament barrier signal, is volatile, but only as a reference: its elements are
// not. Thread 0 reads the signal of thread 1, and nothing orders the write ahead of the read. The barrier being worth
// nothing, done[0], the columns and the pivots would race next.
public class Lufact {
    static final int THREADS = 2;
    static final int SIZE = 5;

    static volatile boolean[] done;
    static double[][] columns;
    static int[] pivots;

    static void await(int me) {
        boolean value = !done[me];
        for (int step = 1; (me & step) == 0 && step < done.length; step *= 2) {
            while (me + step < done.length && done[me + step] != value) {
                Thread.onSpinWait();
            }
        }
        done[me] = value;
        while (done[0] != value) {
            Thread.onSpinWait();
        }
    }

    static void work(int me, int threads) {
        for (int k = 0; k < columns.length - 1; k++) {
            double[] column = columns[k];
            if (me == 0) {
                choosePivot(column, k);
            }
            await(me);
            int pivot = pivots[k];
            for (int j = k + 1 + me; j < columns.length; j += threads) {
                eliminate(columns[j], column, k, pivot);
            }
            await(me);
        }
    }

    static void choosePivot(double[] column, int k) {
        int pivot = k;
        for (int i = k + 1; i < column.length; i++) {
            if (Math.abs(column[i]) > Math.abs(column[pivot])) {
                pivot = i;
            }
        }
        pivots[k] = pivot;
        double divisor = column[pivot];
        column[pivot] = column[k];
        column[k] = divisor;
        for (int i = k + 1; i < column.length; i++) {
            column[i] /= divisor;
        }
    }

    static void eliminate(double[] target, double[] column, int k, int pivot) {
        double factor = target[pivot];
        target[pivot] = target[k];
        target[k] = factor;
        for (int i = k + 1; i < target.length; i++) {
            target[i] -= factor * column[i];
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : THREADS;
        int size = args.length > 1 ? Integer.parseInt(args[1]) : SIZE;
        done = new boolean[threads];
        columns = new double[size][size];
        pivots = new int[size];
        for (int j = 0; j < size; j++) {
            for (int i = 0; i < size; i++) {
                columns[j][i] = 1.0 / (i + j + 1);
            }
        }
        Thread[] all = new Thread[threads];
        for (int id = 0; id < threads; id++) {
            int me = id;
            all[id] = new Thread(() -> work(me, threads));
            all[id].start();
        }
        for (Thread one : all) {
            one.join();
        }
    }
}
