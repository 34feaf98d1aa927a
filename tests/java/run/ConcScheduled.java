// run: min=17
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Scheduled executors: delays, fixed rates and fixed pauses, cancelled and failing repetitions, shutdown policies. */
public class ConcScheduled {
    static void end(ScheduledExecutorService pool) throws InterruptedException {
        pool.shutdown();
        if (!pool.awaitTermination(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the pool did not end");
        }
    }

    static String outcome(ScheduledFuture<?> future) throws InterruptedException {
        try {
            return "value " + future.get();
        } catch (ExecutionException e) {
            return "failed: " + e.getCause().getMessage();
        } catch (CancellationException e) {
            return "cancelled";
        }
    }

    /** Tasks on one thread run in the order of their times, whatever the order of their submission. */
    static void delays() throws Exception {
        ScheduledExecutorService pool = Executors.newSingleThreadScheduledExecutor();
        List<String> order = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch ready = new CountDownLatch(1);
        pool.execute(() -> {
            try {
                ready.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        long begin = System.nanoTime();
        List<ScheduledFuture<Boolean>> futures = new ArrayList<>();
        for (int millis : new int[] {90, 30, 120, 60}) {
            futures.add(pool.schedule(() -> {
                order.add(millis + " ms");
                return System.nanoTime() - begin >= millis * 1_000_000L;
            }, millis, TimeUnit.MILLISECONDS));
        }
        ScheduledFuture<?> hour = pool.schedule(() -> order.add("an hour"), 1, TimeUnit.HOURS);
        ready.countDown();
        StringBuilder kept = new StringBuilder();
        for (ScheduledFuture<Boolean> f : futures) {
            kept.append(f.get() ? "kept " : "early ");
        }
        System.out.println("order " + order + ", times " + kept + ", delay of the hour left "
            + (hour.getDelay(TimeUnit.MINUTES) >= 58) + ", before the others " + (hour.compareTo(futures.get(0)) < 0));
        hour.cancel(false);
        System.out.println("the hour " + outcome(hour));
        end(pool);
    }

    /** A repetition ends by being cancelled from within or without, or by an exception. */
    static void repetitions() throws InterruptedException {
        ScheduledExecutorService pool = Executors.newScheduledThreadPool(2);
        AtomicInteger ticks = new AtomicInteger();
        CountDownLatch enough = new CountDownLatch(5);
        ScheduledFuture<?> rate = pool.scheduleAtFixedRate(() -> {
            ticks.incrementAndGet();
            enough.countDown();
        }, 0, 2, TimeUnit.MILLISECONDS);
        enough.await();
        System.out.println("five ticks and more " + (ticks.get() >= 5) + ", cancelled " + rate.cancel(false) + ", "
            + outcome(rate) + ", done " + rate.isDone());
        int[] runs = new int[1];
        ScheduledFuture<?> failing = pool.scheduleWithFixedDelay(() -> {
            if (++runs[0] == 4) {
                throw new IllegalStateException("fourth run");
            }
        }, 1, 1, TimeUnit.MILLISECONDS);
        System.out.println("repetition " + outcome(failing) + " after " + runs[0] + " runs");
        long[] last = new long[1];
        boolean[] tooSoon = new boolean[1];
        AtomicInteger pauses = new AtomicInteger();
        CountDownLatch three = new CountDownLatch(4);
        ScheduledFuture<?> pause = pool.scheduleWithFixedDelay(() -> {
            tooSoon[0] |= pauses.get() > 0 && System.nanoTime() - last[0] < 4_000_000;
            pauses.incrementAndGet();
            try {
                Thread.sleep(3);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
            last[0] = System.nanoTime();
            three.countDown();
        }, 0, 4, TimeUnit.MILLISECONDS);
        three.await();
        pause.cancel(false);
        end(pool);
        System.out.println("pauses of 4 ms were kept " + !tooSoon[0]);
        try {
            Executors.newScheduledThreadPool(1).scheduleAtFixedRate(() -> { }, 0, 0, TimeUnit.SECONDS);
        } catch (IllegalArgumentException e) {
            System.out.println("a period of nothing is refused");
        }
    }

    /** Lets through as many calls as it has tokens; a timer puts back a few in every period, up to a limit. */
    static final class RateLimiter implements AutoCloseable {
        private final ScheduledExecutorService timer = Executors.newSingleThreadScheduledExecutor(r -> {
            Thread t = new Thread(r, "refill");
            t.setDaemon(true);
            return t;
        });
        private int tokens;
        private int refills;

        RateLimiter(int capacity, int perPeriod, long periodMillis) {
            tokens = capacity;
            Runnable refill = () -> refill(capacity, perPeriod);
            timer.scheduleAtFixedRate(refill, periodMillis, periodMillis, TimeUnit.MILLISECONDS);
        }

        private synchronized void refill(int capacity, int perPeriod) {
            tokens = Math.min(capacity, tokens + perPeriod);
            refills++;
            notifyAll();
        }

        synchronized int acquire() throws InterruptedException {
            while (tokens == 0) {
                wait();
            }
            tokens--;
            return refills;
        }

        @Override
        public void close() {
            timer.shutdownNow();
        }
    }

    static void rateLimiter() throws InterruptedException {
        try (RateLimiter limiter = new RateLimiter(5, 2, 3)) {
            int[] tooFast = new int[1];
            AtomicInteger passed = new AtomicInteger();
            Thread[] clients = new Thread[3];
            for (int c = 0; c < clients.length; c++) {
                clients[c] = new Thread(() -> {
                    try {
                        for (int i = 0; i < 9; i++) {
                            synchronized (tooFast) {
                                int refills = limiter.acquire();
                                tooFast[0] += passed.incrementAndGet() > 5 + 2 * refills ? 1 : 0;
                            }
                        }
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }, "client-" + c);
                clients[c].start();
            }
            for (Thread t : clients) {
                t.join();
            }
            System.out.println("calls let through " + passed + ", too fast " + tooFast[0]);
        }
    }

    static void policies() throws InterruptedException {
        for (boolean keep : new boolean[] {true, false}) {
            ScheduledThreadPoolExecutor pool = new ScheduledThreadPoolExecutor(1);
            pool.setExecuteExistingDelayedTasksAfterShutdownPolicy(keep);
            pool.setRemoveOnCancelPolicy(true);
            ScheduledFuture<?> periodic = pool.scheduleAtFixedRate(() -> { }, 1, 1, TimeUnit.HOURS);
            pool.schedule(() -> { }, 1, TimeUnit.HOURS).cancel(false);
            int queued = pool.getQueue().size();
            ScheduledFuture<String> delayed = pool.schedule(() -> "ran", keep ? 20 : 90_000, TimeUnit.MILLISECONDS);
            end(pool);
            System.out.println("keep " + keep + ": queued " + queued + ", delayed " + outcome(delayed) + ", periodic "
                + outcome(periodic));
        }
    }

    public static void main(String[] args) throws Exception {
        delays();
        repetitions();
        rateLimiter();
        policies();
    }
}
