// run: min=21
import java.util.ArrayList;
import java.util.List;
import java.util.TreeSet;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;
import java.util.function.IntConsumer;

/** A virtual thread per task: fan-out and gathering, a semaphore as limit, states of futures, closing, cancelling. */
public class ConcVirtualExecutors {
    record Page(String url, int links) { }

    /** Pretends to load a page: sleeps a little, and fails for some. */
    static Page load(String url) throws InterruptedException {
        Thread.sleep(url.length() % 5);
        if (url.endsWith("7")) {
            throw new IllegalArgumentException("no such page " + url);
        }
        return new Page(url, url.hashCode() & 15);
    }

    static void gathering() throws InterruptedException {
        List<Future<Page>> futures = new ArrayList<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            for (int i = 0; i < 40; i++) {
                String url = "page/" + i;
                futures.add(executor.submit(() -> load(url)));
            }
        }
        int links = 0;
        List<String> failed = new ArrayList<>();
        for (Future<Page> f : futures) {
            switch (f.state()) {
                case SUCCESS -> links += f.resultNow().links();
                case FAILED -> failed.add(f.exceptionNow().getMessage());
                default -> throw new AssertionError("the executor was closed before its tasks ended");
            }
        }
        System.out.println("links " + links + ", failed " + failed);
    }

    /** A crawler that finds its work while it works: tasks submit tasks, a semaphore limits how many load at once. */
    static void crawler() throws InterruptedException {
        Semaphore limit = new Semaphore(6);
        AtomicInteger loading = new AtomicInteger();
        AtomicInteger mostAtOnce = new AtomicInteger();
        TreeSet<Integer> visited = new TreeSet<>();
        AtomicInteger open = new AtomicInteger(1);
        CountDownLatch finished = new CountDownLatch(1);
        AtomicReference<IntConsumer> visit = new AtomicReference<>();
        try (ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor()) {
            visit.set(site -> {
                try {
                    limit.acquire();
                    mostAtOnce.accumulateAndGet(loading.incrementAndGet(), Math::max);
                    Thread.sleep(1);
                    loading.decrementAndGet();
                    limit.release();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
                for (int next : new int[] {(site * 3 + 1) % 97, (site * 5 + 2) % 97, site / 2}) {
                    boolean fresh;
                    synchronized (visited) {
                        fresh = visited.add(next);
                    }
                    if (fresh) {
                        open.incrementAndGet();
                        executor.execute(() -> visit.get().accept(next));
                    }
                }
                if (open.decrementAndGet() == 0) {
                    finished.countDown();
                }
            });
            executor.execute(() -> visit.get().accept(0));
            finished.await();
        }
        System.out.println("visited " + visited.size() + " from " + visited.first() + " to " + visited.last() + ", sum "
            + visited.stream().mapToInt(n -> n).sum() + ", never more than six " + (mostAtOnce.get() <= 6));
    }

    static void bulk() throws Exception {
        ThreadFactory factory = Thread.ofVirtual().name("bulk-", 1).factory();
        try (ExecutorService executor = Executors.newThreadPerTaskExecutor(factory)) {
            List<Callable<String>> tasks = new ArrayList<>();
            for (int i = 0; i < 5; i++) {
                int n = i;
                tasks.add(() -> {
                    Thread.sleep(5 - n);
                    return n + (Thread.currentThread().getName().startsWith("bulk-") ? "!" : "?");
                });
            }
            StringBuilder all = new StringBuilder();
            for (Future<String> f : executor.invokeAll(tasks)) {
                all.append(f.resultNow()).append(' ');
            }
            AtomicInteger interrupted = new AtomicInteger();
            CountDownLatch begun = new CountDownLatch(2);
            CountDownLatch losers = new CountDownLatch(2);
            Callable<String> loser = () -> {
                try {
                    begun.countDown();
                    Thread.sleep(3_600_000);
                    return "lost";
                } catch (InterruptedException e) {
                    interrupted.incrementAndGet();
                    throw e;
                } finally {
                    losers.countDown();
                }
            };
            CountDownLatch never = new CountDownLatch(1);
            String winner = executor.invokeAny(List.of(loser, loser, () -> {
                begun.await();
                return "winner";
            }));
            losers.await();
            System.out.println("all " + all + "any " + winner + ", losers interrupted " + interrupted);
            try {
                executor.submit(() -> {
                    never.await();
                    return 1;
                }).get(5, TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                System.out.println("a get may give up");
            }
            never.countDown();
        }
    }

    static void cancelling() throws Exception {
        ExecutorService executor = Executors.newVirtualThreadPerTaskExecutor();
        CountDownLatch begun = new CountDownLatch(3);
        CountDownLatch never = new CountDownLatch(1);
        Callable<String> waiting = () -> {
            begun.countDown();
            never.await();
            return "never";
        };
        Future<String> cancelled = executor.submit(waiting);
        Future<String> stopped = executor.submit(waiting);
        Future<String> stubborn = executor.submit(() -> {
            begun.countDown();
            boolean interrupted = false;
            while (!interrupted) {
                LockSupport.parkNanos(1_000_000);
                interrupted = Thread.interrupted();
            }
            return "finished all the same";
        });
        begun.await();
        System.out.println("cancelled " + cancelled.cancel(true) + " " + cancelled.state() + ", running "
            + stopped.state());
        System.out.println("shutdownNow returns " + executor.shutdownNow() + ", ended "
            + executor.awaitTermination(1, TimeUnit.MINUTES));
        try {
            stopped.get();
        } catch (ExecutionException e) {
            System.out.println("stopped by " + e.getCause().getClass().getSimpleName() + ", " + stubborn.resultNow());
        }
        try {
            stopped.resultNow();
        } catch (IllegalStateException e) {
            System.out.println("no result now: " + e.getMessage());
        }
        executor.close();
        System.out.println("closing twice does no harm " + executor.isTerminated());
    }

    public static void main(String[] args) throws Exception {
        gathering();
        crawler();
        bulk();
        cancelling();
    }
}
