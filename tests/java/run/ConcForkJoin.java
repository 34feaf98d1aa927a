// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.RecursiveTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;

/** Fork and join: sums, sorting, a tree walk, completers, failures that travel up, cancellation, managed blocking. */
public class ConcForkJoin {
    record Range(int[] data, int from, int to) {
        int size() {
            return to - from;
        }

        Range left() {
            return new Range(data, from, (from + to) >>> 1);
        }

        Range right() {
            return new Range(data, (from + to) >>> 1, to);
        }
    }

    static final class Sum extends RecursiveTask<Long> {
        private final Range range;

        Sum(Range range) {
            this.range = range;
        }

        @Override
        protected Long compute() {
            if (range.size() <= 50) {
                return Arrays.stream(range.data(), range.from(), range.to()).asLongStream().sum();
            }
            ForkJoinTask<Long> left = new Sum(range.left()).fork();
            long right = new Sum(range.right()).compute();
            return right + left.join();
        }
    }

    static final class MergeSort extends RecursiveAction {
        private final Range range;

        MergeSort(Range range) {
            this.range = range;
        }

        @Override
        protected void compute() {
            int[] data = range.data();
            if (range.size() < 16) {
                Arrays.sort(data, range.from(), range.to());
                return;
            }
            invokeAll(new MergeSort(range.left()), new MergeSort(range.right()));
            int[] left = Arrays.copyOfRange(data, range.from(), range.left().to());
            for (int i = 0, j = range.right().from(), k = range.from(); i < left.length; k++) {
                data[k] = j < range.to() && data[j] < left[i] ? data[j++] : left[i++];
            }
        }
    }

    /** Counts the placements of queens: a task per safe square of the first rows. */
    static final class Queens extends RecursiveTask<Integer> {
        static final int SIZE = 6;
        private final int columns;
        private final int down;
        private final int up;

        Queens(int columns, int down, int up) {
            this.columns = columns;
            this.down = down;
            this.up = up;
        }

        @Override
        protected Integer compute() {
            int row = Integer.bitCount(columns);
            if (row == SIZE) {
                return 1;
            }
            List<Queens> next = new ArrayList<>();
            for (int bit = 1; bit < 1 << SIZE; bit <<= 1) {
                if (((columns | down | up) & bit) == 0) {
                    next.add(new Queens(columns | bit, (down | bit) << 1, (up | bit) >> 1));
                }
            }
            int count = 0;
            for (Queens q : row < 2 ? invokeAll(next) : next) {
                count += row < 2 ? q.join() : q.compute();
            }
            return count;
        }
    }

    /** A completer whose pending count says how many children are still out. */
    static final class MaxOf extends CountedCompleter<Void> {
        private final AtomicLong best;
        private Range range;

        MaxOf(CountedCompleter<?> parent, AtomicLong best, Range range) {
            super(parent);
            this.best = best;
            this.range = range;
        }

        @Override
        public void compute() {
            for (; range.size() > 40; range = range.left()) {
                addToPendingCount(1);
                new MaxOf(this, best, range.right()).fork();
            }
            for (int i = range.from(); i < range.to(); i++) {
                best.accumulateAndGet(range.data()[i], Math::max);
            }
            tryComplete();
        }
    }

    static final class Failing extends RecursiveTask<Integer> {
        private final int depth;

        Failing(int depth) {
            this.depth = depth;
        }

        @Override
        protected Integer compute() {
            if (depth == 0) {
                throw new IllegalStateException("leaf failed");
            }
            return new Failing(depth - 1).fork().join() + 1;
        }
    }

    static void managedBlocking(ForkJoinPool pool) {
        BlockingQueue<String> queue = new LinkedBlockingQueue<>();
        ForkJoinTask<String> taker = pool.submit(() -> {
            String[] item = new String[1];
            ForkJoinPool.managedBlock(new ForkJoinPool.ManagedBlocker() {
                @Override
                public boolean block() throws InterruptedException {
                    item[0] = item[0] == null ? queue.take() : item[0];
                    return true;
                }

                @Override
                public boolean isReleasable() {
                    return item[0] != null || (item[0] = queue.poll()) != null;
                }
            });
            return item[0];
        });
        pool.execute(() -> queue.add("delivered"));
        System.out.println("a blocked worker was made up for: " + taker.join());
    }

    public static void main(String[] args) throws Exception {
        ForkJoinPool pool = new ForkJoinPool(3);
        int[] data = new int[3_000];
        for (int i = 0; i < data.length; i++) {
            data[i] = (i * 7919) % 10_007;
        }
        Range all = new Range(data, 0, data.length);
        System.out.println("sum " + pool.invoke(new Sum(all)) + ", in the common pool "
            + new Sum(all).invoke());
        AtomicLong best = new AtomicLong();
        pool.invoke(new MaxOf(null, best, all));
        System.out.println("max " + best + ", queens " + pool.submit(new Queens(0, 0, 0)).get(60, TimeUnit.SECONDS)
            + " " + ForkJoinPool.commonPool().invoke(new Queens(2, 4, 1)));
        int[] expected = data.clone();
        Arrays.sort(expected);
        pool.invoke(new MergeSort(all));
        System.out.println("sorted " + Arrays.equals(expected, data));
        ForkJoinTask<Integer> failing = pool.submit(new Failing(4));
        failing.quietlyJoin();
        Throwable root = failing.getException();
        while (root.getCause() != null) {
            root = root.getCause();
        }
        System.out.println("failed " + failing.isCompletedAbnormally() + ": " + root.getMessage());
        ForkJoinTask<Integer> unforked = new Failing(1);
        unforked.cancel(false);
        unforked.quietlyJoin();
        System.out.println("cancelled " + unforked.isCancelled() + ", normally " + unforked.isCompletedNormally());
        boolean inside = pool.submit(() -> ForkJoinTask.getPool() == pool).get();
        System.out.println("inside " + inside + ", main inside " + ForkJoinTask.inForkJoinPool());
        managedBlocking(pool);
        pool.shutdown();
        System.out.println("ended " + pool.awaitTermination(60, TimeUnit.SECONDS) + ", width " + pool.getParallelism());
    }
}
