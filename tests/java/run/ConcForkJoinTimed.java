// run: min=25
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.ForkJoinTask;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** A fork/join pool with a sense of time: delayed and repeated tasks, tasks with a time limit, closing. */
public class ConcForkJoinTimed {
    static String outcome(Future<?> future) throws InterruptedException {
        try {
            return "value " + future.get();
        } catch (ExecutionException e) {
            Throwable root = e;
            while (root.getCause() != null) {
                root = root.getCause();
            }
            return "failed with " + root.getMessage();
        } catch (CancellationException e) {
            return "cancelled";
        }
    }

    static void delayed(ForkJoinPool pool) throws InterruptedException {
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        long begin = System.nanoTime();
        List<ScheduledFuture<Boolean>> futures = new ArrayList<>();
        for (int millis : new int[] {30, 10, 20}) {
            futures.add(pool.schedule(() -> {
                order.add(millis + " ms");
                return System.nanoTime() - begin >= millis * 1_000_000L;
            }, millis, TimeUnit.MILLISECONDS));
        }
        ScheduledFuture<?> hour = pool.schedule(() -> order.add("an hour"), 1, TimeUnit.HOURS);
        StringBuilder waited = new StringBuilder();
        for (Future<?> f : futures) {
            waited.append(outcome(f)).append("; ");
        }
        Collections.sort(order);
        System.out.println(order + " " + waited + "the hour " + hour.cancel(false) + " " + outcome(hour));
    }

    static void repeated(ForkJoinPool pool) throws InterruptedException {
        CountDownLatch five = new CountDownLatch(5);
        ScheduledFuture<?> ticks = pool.scheduleAtFixedRate(five::countDown, 0, 1, TimeUnit.MILLISECONDS);
        five.await();
        ticks.cancel(false);
        AtomicInteger runs = new AtomicInteger();
        ScheduledFuture<?> failing = pool.scheduleWithFixedDelay(() -> {
            if (runs.incrementAndGet() == 3) {
                throw new IllegalStateException("third run");
            }
        }, 1, 1, TimeUnit.MILLISECONDS);
        System.out.println("ticks " + outcome(ticks) + ", repetition " + outcome(failing) + " after " + runs);
    }

    static void limited(ForkJoinPool pool) throws InterruptedException {
        CountDownLatch never = new CountDownLatch(1);
        AtomicInteger told = new AtomicInteger();
        ForkJoinTask<String> late = pool.submitWithTimeout(() -> {
            never.await();
            return "never";
        }, 10, TimeUnit.MILLISECONDS, task -> {
            told.incrementAndGet();
            task.complete("a substitute");
        });
        ForkJoinTask<String> cancelled = pool.submitWithTimeout(() -> {
            never.await();
            return "never";
        }, 10, TimeUnit.MILLISECONDS, null);
        ForkJoinTask<String> quick =
            pool.submitWithTimeout(() -> "quick", 1, TimeUnit.HOURS, task -> told.addAndGet(100));
        System.out.println("late " + outcome(late) + ", without an action " + outcome(cancelled) + ", quick "
            + outcome(quick) + ", told " + told);
        never.countDown();
    }

    public static void main(String[] args) throws Exception {
        try (ForkJoinPool pool = new ForkJoinPool(2)) {
            delayed(pool);
            repeated(pool);
            limited(pool);
            List<Callable<Integer>> tasks = List.of(() -> 1, () -> 2, () -> 3);
            int sum = pool.invokeAll(tasks, 1, TimeUnit.MINUTES).stream().mapToInt(Future::resultNow).sum();
            System.out.println("all " + sum + ", any " + (pool.invokeAny(tasks) > 0));
        }
        CompletableFuture<Integer> chain = CompletableFuture.supplyAsync(() -> 20);
        for (int i = 0; i < 10; i++) {
            chain = chain.thenApplyAsync(n -> n + 2);
        }
        System.out.println("in the common pool " + chain.get() + ", in time "
            + new CompletableFuture<String>().completeOnTimeout("late", 5, TimeUnit.MILLISECONDS).join());
        ForkJoinPool drained = new ForkJoinPool(1);
        ScheduledFuture<String> soon = drained.schedule(() -> "ran", 1, TimeUnit.MILLISECONDS);
        System.out.println(outcome(soon));
        drained.shutdown();
        System.out.println("ended " + drained.awaitTermination(1, TimeUnit.MINUTES));
    }
}
