package edges;

import java.util.List;
import java.util.Map;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CountedCompleter;
import java.util.concurrent.ExecutorCompletionService;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.RecursiveAction;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** What is ordered by giving work away: executors, futures and their stages, the fork-join pool, timers. */
public final class Tasks {
    public static void main(String[] arguments) throws Exception {
        Cases.run(arguments, Map.entry("Termination", Termination::run), Map.entry("IsTerminated", IsTerminated::run),
            Map.entry("Subclass", Subclass::run), Map.entry("Scheduled", Scheduled::run), Map.entry("Completion", Completion::run),
            Map.entry("IsDone", IsDone::run), Map.entry("Stages", Stages::run), Map.entry("Combined", Combined::run),
            Map.entry("AllOf", AllOf::run), Map.entry("AnyOf", AnyOf::run), Map.entry("Composed", Composed::run),
            Map.entry("CompletedByHand", CompletedByHand::run), Map.entry("Invoked", Invoked::run), Map.entry("InvokedAll", InvokedAll::run),
            Map.entry("Quiescent", Quiescent::run), Map.entry("Parallel", Parallel::run), Map.entry("Counted", Counted::run),
            Map.entry("Timed", Timed::run), Map.entry("AtShutdown", AtShutdown::run));
    }

    /** All of these wait, the twin by the clock alone. */
    private static void end(ExecutorService pool, boolean isRacy) throws InterruptedException {
        if (isRacy) {
            Cases.pause();
            return;
        }
        pool.shutdown();
        while (!pool.awaitTermination(1, TimeUnit.MILLISECONDS)) {
            Thread.yield();
        }
    }

    static final class Termination {
        static int x;

        static void run(boolean isRacy) throws Exception {
            for (ExecutorService pool : List.of(Executors.newSingleThreadExecutor(), Executors.newFixedThreadPool(2),
                Executors.newWorkStealingPool(), Executors.newCachedThreadPool())) {
                pool.execute(() -> x++);
                end(pool, isRacy);
                x++;
                pool.shutdown();
            }
        }
    }

    static final class IsTerminated {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            pool.execute(() -> x++);
            if (isRacy) {
                Cases.pause();
                x++;
            }
            pool.shutdown();
            while (!pool.isTerminated()) {
                Thread.onSpinWait();
            }
            x++;
        }
    }

    static final class Subclass extends ThreadPoolExecutor {
        static int x;

        Subclass() {
            super(1, 1, 1, TimeUnit.SECONDS, new LinkedBlockingQueue<>());
        }

        @Override
        protected void beforeExecute(Thread thread, Runnable task) {
            x++;
        }

        @Override
        protected void afterExecute(Runnable task, Throwable failure) {
            x++;
        }

        @Override
        protected void terminated() {
            x++;
        }

        static void run(boolean isRacy) throws Exception {
            Subclass pool = new Subclass();
            x++;
            pool.submit(() -> x++).get();
            end(pool, isRacy);
            x++;
            pool.shutdown();
        }
    }

    static final class Scheduled {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ScheduledExecutorService pool = Executors.newScheduledThreadPool(3);
            CountDownLatch often = new CountDownLatch(20);
            Future<?> repeated = pool.scheduleWithFixedDelay(() -> {
                x++;
                often.countDown();
            }, 0, 1, TimeUnit.MILLISECONDS);
            if (isRacy) {
                Cases.pause();
                x++;
            }
            often.await();
            repeated.cancel(false);
            end(pool, false);
            x++;
        }
    }

    static final class Completion {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ExecutorService pool = Executors.newFixedThreadPool(2);
            ExecutorCompletionService<Integer> completions = new ExecutorCompletionService<>(pool);
            completions.submit(() -> x++);
            if (isRacy) {
                Cases.pause();
            } else {
                completions.take();
            }
            x++;
            pool.shutdown();
        }
    }

    static final class IsDone {
        static int x;

        static void run(boolean isRacy) throws Exception {
            FutureTask<Integer> task = new FutureTask<>(() -> x++);
            Cases.start(task::run);
            while (!isRacy && !task.isDone()) {
                Thread.onSpinWait();
            }
            if (isRacy) {
                Cases.pause();
            }
            x++;
        }
    }

    private static CompletableFuture<Integer> add(Runnable work, int millis) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                Thread.sleep(millis);
            } catch (InterruptedException never) {
                throw new AssertionError(never);
            }
            work.run();
            return 1;
        });
    }

    static final class Stages {
        static int x;

        static void run(boolean isRacy) throws Exception {
            for (int millis = 0; millis < 10; millis += 5) {
                CompletableFuture<Integer> last = add(() -> x++, millis).thenApply(value -> x++).handle((value, failure) -> x++)
                    .whenCompleteAsync((value, failure) -> x++).exceptionally(failure -> 0).thenApplyAsync(value -> x++);
                if (isRacy) {
                    Cases.pause();
                    x++;
                }
                while (!last.isDone()) {
                    Thread.onSpinWait();
                }
                x++;
            }
        }
    }

    static final class Combined {
        static int x;
        static int y;

        static void run(boolean isRacy) throws Exception {
            for (int millis = 0; millis < 20; millis += 5) {
                CompletableFuture<Integer> one = add(() -> x++, millis);
                CompletableFuture<Integer> two = add(() -> y++, 10 - millis / 2);
                CompletableFuture<Integer> both = one.thenCombine(two, (left, right) -> x + y);
                if (isRacy) {
                    Cases.pause();
                    x++;
                }
                both.thenAcceptBoth(one, (left, right) -> x++).runAfterBoth(two, () -> y++).get();
                x = y;
            }
        }
    }

    static final class AllOf {
        static int x;

        static void run(boolean isRacy) throws Exception {
            for (int millis = 0; millis < 20; millis += 10) {
                CompletableFuture<Void> all = CompletableFuture.allOf(add(() -> { }, 5), add(() -> x++, millis), add(() -> { }, 3));
                if (isRacy) {
                    Cases.pause();
                } else {
                    all.join();
                }
                x++;
            }
        }
    }

    static final class AnyOf {
        static int x;

        static void run(boolean isRacy) throws Exception {
            CompletableFuture<Object> any = CompletableFuture.anyOf(add(() -> x++, 20), new CompletableFuture<>());
            CompletableFuture<Integer> either = any.applyToEither(new CompletableFuture<>(), value -> x++);
            if (isRacy) {
                Cases.pause();
            } else {
                either.join();
            }
            x++;
        }
    }

    static final class Composed {
        static int x;

        static void run(boolean isRacy) throws Exception {
            for (int millis = 0; millis < 20; millis += 10) {
                int inner = 10 - millis / 2;
                CompletableFuture<Integer> composed = add(() -> x++, millis).thenCompose(value -> add(() -> x++, inner));
                if (isRacy) {
                    Cases.pause();
                } else {
                    composed.get(9, TimeUnit.SECONDS);
                }
                x++;
            }
        }
    }

    static final class CompletedByHand {
        static int x;

        static void run(boolean isRacy) throws Exception {
            CompletableFuture<String> value = new CompletableFuture<>();
            Thread thread = Cases.start(() -> {
                x++;
                value.complete("x");
            });
            if (isRacy) {
                Cases.pause();
            } else {
                while (value.getNow(null) == null) {
                    Thread.onSpinWait();
                }
            }
            x++;
            thread.join();
        }
    }

    private static final class Add extends RecursiveAction {
        private final Runnable work;

        Add(Runnable work) {
            this.work = work;
        }

        @Override
        protected void compute() {
            work.run();
        }
    }

    static final class Invoked {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ForkJoinPool pool = new ForkJoinPool(2);
            x++;
            if (isRacy) {
                pool.execute(new Add(() -> x++));
                Cases.pause();
            } else {
                pool.invoke(new Add(() -> x++));
            }
            x++;
        }
    }

    static final class InvokedAll {
        static int x;
        static int y;

        static void run(boolean isRacy) throws Exception {
            // So long that another worker has taken the second, even if the machine is busy.
            int millis = isRacy ? 20 : 1;
            Runnable more = isRacy ? () -> x++ : () -> y++;
            for (int round = 0; round < 10; round++) {
                new ForkJoinPool(2).submit(() -> ForkJoinTask.invokeAll(new Add(() -> {
                    LockSupport.parkNanos(millis * 1_000_000L);
                    x++;
                }), new Add(() -> {
                    LockSupport.parkNanos(millis * 1_000_000L);
                    more.run();
                }))).get();
                x += y;
            }
        }
    }

    static final class Quiescent {
        static int x;

        static void run(boolean isRacy) throws Exception {
            ForkJoinPool pool = new ForkJoinPool(2);
            pool.execute(() -> x++);
            if (isRacy) {
                Cases.pause();
            } else {
                while (!pool.isQuiescent()) {
                    Thread.onSpinWait();
                }
            }
            x++;
        }
    }

    static final class Parallel {
        static int x;

        private static final class Cell {
            int value;
        }

        static void run(boolean isRacy) {
            Cell[] cells = new Cell[4000];
            java.util.Arrays.parallelSetAll(cells, at -> new Cell());
            java.util.Arrays.asList(cells).parallelStream().forEach(cell -> {
                cell.value++;
                if (isRacy) {
                    x++;
                }
            });
            int sum = java.util.Arrays.stream(cells).parallel().mapToInt(cell -> cell.value).sum();
            for (Cell cell : cells) {
                sum -= cell.value;
            }
            if (sum != 0) {
                throw new AssertionError(sum);
            }
        }
    }

    static final class Counted extends CountedCompleter<Void> {
        static int x;
        private final int size;
        private final boolean isRacy;
        private int sum;
        private Counted left;
        private Counted right;

        Counted(CountedCompleter<?> parent, int size, boolean isRacy) {
            super(parent);
            this.size = size;
            this.isRacy = isRacy;
        }

        @Override
        public void compute() {
            if (size > 1) {
                setPendingCount(2);
                left = new Counted(this, size / 2, isRacy);
                right = new Counted(this, size - size / 2, isRacy);
                left.fork();
                right.fork();
            } else {
                sum = 1;
                if (isRacy && x++ == 0) {
                    // So that other threads take some of the tasks.
                    LockSupport.parkNanos(60_000_000);
                }
            }
            tryComplete();
        }

        @Override
        public void onCompletion(CountedCompleter<?> caller) {
            if (left != null) {
                sum = left.sum + right.sum;
            }
        }

        static void run(boolean isRacy) {
            Counted all = new Counted(null, 500, isRacy);
            all.invoke();
            if (all.sum != 500) {
                throw new AssertionError(all.sum);
            }
        }
    }

    static final class Timed {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Timer timer = new Timer(true);
            CountDownLatch done = new CountDownLatch(1);
            x++;
            timer.schedule(new TimerTask() {
                @Override
                public void run() {
                    x++;
                    done.countDown();
                }
            }, 5);
            if (isRacy) {
                Cases.pause();
                x++;
            }
            done.await();
            x++;
        }
    }

    /** What this thread does after it has announced the hook happens before it only by this thread's end. */
    static final class AtShutdown {
        static int x;

        static void run(boolean isRacy) throws Exception {
            Runtime.getRuntime().addShutdownHook(new Thread(() -> x++));
            Thread thread = new Thread(() -> x++);
            thread.setDaemon(isRacy);
            thread.start();
            if (isRacy) {
                Cases.pause();
            }
        }
    }
}
