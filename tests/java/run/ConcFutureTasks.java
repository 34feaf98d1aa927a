// run: min=17
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.FutureTask;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;

/** FutureTasks run by hand and by threads: results, failures, cancellation with and without interrupt. */
public class ConcFutureTasks {
    static String outcome(Future<?> future, long millis) {
        try {
            return "value " + (millis < 0 ? future.get() : future.get(millis, TimeUnit.MILLISECONDS));
        } catch (ExecutionException e) {
            return "failed with " + e.getCause();
        } catch (CancellationException | TimeoutException | InterruptedException e) {
            return e.getClass().getSimpleName();
        }
    }

    static String flags(Future<?> future) {
        return "done " + future.isDone() + " cancelled " + future.isCancelled();
    }

    /** A task that tells when it is done. */
    static final class Told<T> extends FutureTask<T> {
        private final List<String> log;

        Told(Callable<T> body, List<String> log) {
            super(body);
            this.log = log;
        }

        @Override
        protected void done() {
            note(log, "done, cancelled " + isCancelled());
        }

        @Override
        public boolean runAndReset() {
            return super.runAndReset();
        }

        void fill(T value) {
            set(value);
        }
    }

    static void results() {
        FutureTask<Integer> good = new FutureTask<>(() -> 6 * 7);
        System.out.println("before: " + flags(good) + ", get in 5 ms " + outcome(good, 5));
        good.run();
        good.run();
        System.out.println("after: " + flags(good) + ", " + outcome(good, -1) + ", too late " + good.cancel(true));
        FutureTask<String> fixed = new FutureTask<>(() -> { }, "given beforehand");
        fixed.run();
        FutureTask<Object> bad = new FutureTask<>(() -> {
            throw new java.io.IOException("no disk");
        });
        bad.run();
        FutureTask<Object> worse = new FutureTask<>(() -> {
            throw new StackOverflowError("pretended");
        });
        worse.run();
        System.out.println(outcome(fixed, -1) + "; " + outcome(bad, -1) + "; " + outcome(worse, 10));
        System.out.println("states " + good.toString().replaceAll(".*\\[", "[") + " "
            + bad.toString().replaceAll(".*\\[", "["));
        List<String> log = new ArrayList<>();
        AtomicInteger runs = new AtomicInteger();
        Told<Integer> periodic = new Told<>(runs::incrementAndGet, log);
        System.out.println("run and reset " + periodic.runAndReset() + " " + periodic.runAndReset() + ", "
            + flags(periodic));
        periodic.fill(99);
        periodic.fill(100);
        periodic.run();
        System.out.println("filled " + outcome(periodic, -1) + " after " + runs + " runs, " + log);
    }

    /** Several threads run the same task: it is computed once, and all who wait get the value. */
    static void shared() throws InterruptedException {
        AtomicInteger computed = new AtomicInteger();
        CountDownLatch go = new CountDownLatch(1);
        FutureTask<Long> task = new FutureTask<>(() -> {
            computed.incrementAndGet();
            go.await();
            long product = 1;
            for (int i = 2; i <= 20; i++) {
                product *= i;
            }
            return product;
        });
        long[] seen = new long[6];
        Thread[] team = new Thread[seen.length];
        for (int i = 0; i < team.length; i++) {
            int me = i;
            team[i] = new Thread(() -> {
                task.run();
                try {
                    seen[me] = task.get();
                } catch (InterruptedException | ExecutionException e) {
                    throw new AssertionError(e);
                }
            });
            team[i].start();
        }
        System.out.println("not yet: " + outcome(task, 10));
        go.countDown();
        boolean same = true;
        for (int i = 0; i < team.length; i++) {
            team[i].join();
            same &= seen[i] == seen[0];
        }
        System.out.println("computed " + computed + " time, all got " + seen[0] + ": " + same);
    }

    static void cancellation() throws InterruptedException {
        List<String> log = new ArrayList<>();
        for (boolean interrupt : new boolean[] {true, false}) {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch goOn = new CountDownLatch(1);
            Told<String> task = new Told<>(() -> {
                begun.countDown();
                try {
                    goOn.await();
                    return "finished";
                } catch (InterruptedException e) {
                    note(log, "interrupted");
                    throw e;
                }
            }, log);
            Thread runner = new Thread(task);
            Thread[] waiting = {new Thread(() -> note(log, outcome(task, -1))),
                new Thread(() -> note(log, outcome(task, 60_000)))};
            runner.start();
            waiting[0].start();
            waiting[1].start();
            begun.await();
            boolean first = task.cancel(interrupt);
            System.out.println((interrupt ? "with" : "without") + " interrupt: cancel " + first + " again "
                + task.cancel(true) + ", " + flags(task));
            if (interrupt) {
                runner.join();
            }
            goOn.countDown();
            for (Thread t : new Thread[] {runner, waiting[0], waiting[1]}) {
                t.join();
            }
            log.sort(null);
            System.out.println(log);
            log.clear();
        }
        Told<String> early = new Told<>(() -> "never run", log);
        early.cancel(false);
        early.run();
        System.out.println("cancelled before: " + outcome(early, -1) + " " + log);
        Thread.currentThread().interrupt();
        System.out.println("an interrupted wait: " + outcome(new FutureTask<>(() -> 1), -1));
    }

    static void note(List<String> log, String line) {
        synchronized (log) {
            log.add(line);
        }
    }

    public static void main(String[] args) throws Exception {
        results();
        shared();
        cancellation();
    }
}
