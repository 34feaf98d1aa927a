// run: min=17
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.Executors;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;

/** Failures and time in CompletableFutures: how an exception travels, is handled, retried, timed out or cancelled. */
public class ConcCompletableErrors {
    static String cause(Throwable e) {
        if (e instanceof CancellationException) {
            return "CancellationException";
        }
        StringBuilder text = new StringBuilder(e.getClass().getSimpleName());
        for (Throwable c = e.getCause(); c != null; c = c.getCause()) {
            text.append(" of ").append(c.getClass().getSimpleName());
        }
        return text.toString();
    }

    static String outcome(CompletableFuture<?> future) {
        try {
            return "value " + future.join();
        } catch (CompletionException | CancellationException e) {
            return cause(e);
        }
    }

    static CompletableFuture<Integer> parse(String text) {
        return CompletableFuture.supplyAsync(() -> Integer.parseInt(text));
    }

    static void travelling() throws InterruptedException {
        CompletableFuture<Integer> bad = parse("twelve");
        List<String> log = new ArrayList<>();
        CompletableFuture<Integer> next = bad.thenApply(n -> {
            log.add("never");
            return n + 1;
        });
        System.out.println("source " + outcome(bad) + ", next " + outcome(next) + " " + log);
        try {
            next.get();
        } catch (ExecutionException e) {
            System.out.println("get: " + cause(e) + ": " + e.getCause().getMessage());
        }
        System.out.println("exceptionally " + outcome(next.exceptionally(e -> e.getCause().getMessage().length()))
            + ", handle " + outcome(next.handle((n, e) -> e == null ? "fine" : cause(e)))
            + ", passed through " + outcome(parse("12").exceptionally(e -> -1)));
        System.out.println("watched " + outcome(next.whenComplete((n, e) -> log.add("saw " + cause(e)))) + " " + log);
        System.out.println("failing watcher of a good one "
            + outcome(parse("5").whenComplete((n, e) -> Integer.parseInt("x"))) + ", of a bad one "
            + outcome(bad.whenComplete((n, e) -> log.get(99))));
        System.out.println("second chance " + outcome(bad.exceptionallyCompose(e -> parse("13"))) + ", third "
            + outcome(bad.exceptionallyCompose(e -> parse("thirteen"))));
        System.out.println("composed " + outcome(parse("1").thenCompose(n -> parse("two"))) + ", combined "
            + outcome(parse("1").thenCombine(bad, Integer::sum)) + ", all "
            + outcome(CompletableFuture.allOf(parse("1"), bad)) + ", null stage "
            + outcome(parse("1").thenCompose(n -> null)));
        CompletableFuture<String> failed = CompletableFuture.failedFuture(new IllegalStateException("born failed"));
        System.out.println("born failed " + failed.isCompletedExceptionally() + ": " + outcome(failed));
    }

    static void completing() {
        CompletableFuture<String> f = new CompletableFuture<>();
        CompletableFuture<Integer> dependent = f.thenApply(String::length);
        System.out.println("fail " + f.completeExceptionally(new java.io.IOException("from outside")) + ", then value "
            + f.complete("late") + ", dependent " + outcome(dependent));
        CompletableFuture<String> cancelled = new CompletableFuture<>();
        CompletableFuture<String> after = cancelled.thenApply(s -> s + "!");
        System.out.println("cancel " + cancelled.cancel(true) + " " + cancelled.isCancelled() + ", itself "
            + outcome(cancelled) + ", after it " + outcome(after) + " " + after.isCancelled());
        CompletableFuture<String> upstream = new CompletableFuture<>();
        CompletableFuture<String> downstream = upstream.thenApply(s -> s);
        downstream.cancel(false);
        upstream.complete("not touched");
        System.out.println("the source of what is cancelled: " + outcome(upstream) + ", " + outcome(downstream));
        cancelled.obtrudeException(new ArithmeticException("by force"));
        System.out.println("obtruded " + outcome(cancelled));
        Executor refusing = task -> {
            throw new RejectedExecutionException("full");
        };
        try {
            CompletableFuture.runAsync(() -> { }, refusing);
        } catch (RejectedExecutionException e) {
            System.out.println("a refused start is thrown: " + e.getMessage());
        }
        System.out.println("a refused stage fails: "
            + outcome(CompletableFuture.completedFuture(1).thenApplyAsync(n -> n, refusing)));
    }

    /** Time limits on one that never completes, and on one that does. */
    static void limits() throws Exception {
        CompletableFuture<String> never = new CompletableFuture<>();
        System.out.println("orTimeout " + outcome(never.copy().orTimeout(10, TimeUnit.MILLISECONDS)) + ", instead "
            + outcome(never.copy().completeOnTimeout("a substitute", 10, TimeUnit.MILLISECONDS)));
        try {
            never.get(5, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("get gave up, the future did not: " + never.isDone());
        }
        CompletableFuture<String> quick = CompletableFuture.supplyAsync(() -> "in time").orTimeout(1, TimeUnit.HOURS);
        System.out.println("quick " + outcome(quick));
        long begin = System.nanoTime();
        Executor later = CompletableFuture.delayedExecutor(20, TimeUnit.MILLISECONDS);
        boolean waited = CompletableFuture.supplyAsync(() -> System.nanoTime() - begin >= 20_000_000, later).join();
        System.out.println("delayed long enough " + waited);
        CompletableFuture<String> race = CompletableFuture.supplyAsync(() -> "slow",
            CompletableFuture.delayedExecutor(1, TimeUnit.HOURS));
        CompletableFuture<String> backup = CompletableFuture.supplyAsync(() -> "backup",
            CompletableFuture.delayedExecutor(10, TimeUnit.MILLISECONDS));
        System.out.println("first " + race.applyToEither(backup, s -> s).get());
    }

    /** Tries again after a pause that doubles, and gives up after the last attempt. */
    static <T> CompletableFuture<T> retry(Supplier<CompletableFuture<T>> attempt, int times, long pauseMillis) {
        return attempt.get().exceptionallyCompose(e -> times <= 1 ? CompletableFuture.failedFuture(e)
            : CompletableFuture.supplyAsync(() -> null,
                CompletableFuture.delayedExecutor(pauseMillis, TimeUnit.MILLISECONDS))
                .thenCompose(ignored -> retry(attempt, times - 1, 2 * pauseMillis)));
    }

    static void retries() throws InterruptedException {
        for (int succeedsAt : new int[] {1, 3, 9}) {
            AtomicInteger attempts = new AtomicInteger();
            CompletableFuture<String> result = retry(() -> CompletableFuture.supplyAsync(() -> {
                if (attempts.incrementAndGet() < succeedsAt) {
                    throw new IllegalStateException("attempt " + attempts);
                }
                return "at attempt " + attempts;
            }), 4, 2);
            System.out.println("retry: " + outcome(result) + " after " + attempts);
        }
        var pool = Executors.newSingleThreadExecutor();
        CountDownLatch gate = new CountDownLatch(1);
        CompletableFuture<String> stuck = CompletableFuture.supplyAsync(() -> {
            try {
                gate.await();
                return "let go";
            } catch (InterruptedException e) {
                return "interrupted";
            }
        }, pool);
        CompletableFuture<String> copy = stuck.thenApply(s -> s);
        System.out.println("cancel does not interrupt: " + stuck.cancel(true) + " " + outcome(copy));
        gate.countDown();
        pool.shutdown();
        System.out.println("its thread ends by itself " + pool.awaitTermination(60, TimeUnit.SECONDS));
    }

    public static void main(String[] args) throws Exception {
        travelling();
        completing();
        limits();
        retries();
    }
}
