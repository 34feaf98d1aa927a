// run: min=17
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Future;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.PriorityBlockingQueue;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.RejectedExecutionHandler;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** ThreadPoolExecutor in detail: how it grows and shrinks, what it does with too much, and its hooks. */
public class ConcThreadPools {
    static final class Named implements ThreadFactory {
        private final String prefix;
        private final AtomicInteger made = new AtomicInteger();
        private final List<Thread> threads = new CopyOnWriteArrayList<>();

        Named(String prefix) {
            this.prefix = prefix;
        }

        @Override
        public Thread newThread(Runnable r) {
            Thread thread = new Thread(r, prefix + made.incrementAndGet());
            threads.add(thread);
            return thread;
        }
    }

    static void end(ThreadPoolExecutor pool) throws InterruptedException {
        pool.shutdown();
        if (!pool.awaitTermination(60, TimeUnit.SECONDS)) {
            throw new AssertionError("the pool did not end");
        }
    }

    static Runnable holding(CountDownLatch begun, CountDownLatch gate) {
        return () -> {
            begun.countDown();
            try {
                gate.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        };
    }

    /** Two core threads, then a queue of three, then up to four threads, then refusal. */
    static void growth() throws InterruptedException {
        Named factory = new Named("g");
        ThreadPoolExecutor pool =
            new ThreadPoolExecutor(2, 4, 5, TimeUnit.MILLISECONDS, new ArrayBlockingQueue<>(3), factory);
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(4);
        StringBuilder steps = new StringBuilder();
        for (int i = 1; i <= 8; i++) {
            try {
                pool.execute(holding(begun, gate));
                steps.append(pool.getPoolSize()).append('/').append(pool.getQueue().size()).append(' ');
            } catch (RejectedExecutionException e) {
                steps.append("refused");
            }
        }
        begun.await();
        System.out.println("threads/queue " + steps + ", active " + pool.getActiveCount() + ", tasks "
            + pool.getTaskCount() + ", room " + pool.getQueue().remainingCapacity());
        gate.countDown();
        while (pool.getPoolSize() > 2 || pool.getCompletedTaskCount() < 7) {
            Thread.sleep(1);
        }
        System.out.println("idle ones gone, core " + pool.getPoolSize() + ", largest " + pool.getLargestPoolSize()
            + ", made " + factory.made + ", completed " + pool.getCompletedTaskCount());
        pool.allowCoreThreadTimeOut(true);
        while (pool.getPoolSize() > 0) {
            Thread.sleep(1);
        }
        // One that is no longer counted may still look whether it must be replaced.
        for (Thread thread : factory.threads) {
            thread.join();
        }
        pool.allowCoreThreadTimeOut(false);
        pool.setCorePoolSize(3);
        System.out.println("all gone, started beforehand " + pool.prestartAllCoreThreads() + ", once more "
            + pool.prestartCoreThread());
        end(pool);
        System.out.println("ended " + pool.isTerminated() + ", still terminating " + pool.isTerminating());
    }

    /** One thread is busy, the one place in the queue is taken: the policy says what becomes of the next task. */
    static void policy(String name, RejectedExecutionHandler handler) throws InterruptedException {
        ThreadPoolExecutor pool =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(1), new Named("p"), handler);
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        pool.execute(holding(begun, gate));
        begun.await();
        for (String task : new String[] {"first", "second", "third"}) {
            try {
                pool.execute(() -> log.add(task + " by " + Thread.currentThread().getName()));
            } catch (RejectedExecutionException e) {
                log.add(task + " refused");
            }
        }
        gate.countDown();
        end(pool);
        System.out.println(name + " " + log);
    }

    /** Notes what the hooks see, and what they see only of execute and not of submit. */
    static final class Watching extends ThreadPoolExecutor {
        private final List<String> log = new ArrayList<>();

        Watching() {
            super(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), r -> {
                Thread t = new Thread(r, "watched");
                t.setUncaughtExceptionHandler((thread, e) -> { });
                return t;
            });
        }

        @Override
        protected synchronized void beforeExecute(Thread t, Runnable r) {
            log.add("before on " + t.getName());
        }

        @Override
        protected synchronized void afterExecute(Runnable r, Throwable t) {
            log.add("after " + (t == null ? "in peace" : t.getMessage()));
        }

        @Override
        protected synchronized void terminated() {
            log.add("terminated");
        }
    }

    static void hooks() throws InterruptedException {
        Watching pool = new Watching();
        pool.execute(() -> { });
        pool.execute(() -> {
            throw new IllegalStateException("thrown by execute");
        });
        Future<?> kept = pool.submit(() -> {
            throw new IllegalStateException("kept by the future");
        });
        pool.execute(() -> { });
        end(pool);
        System.out.println(pool.log + ", future done " + kept.isDone() + ", completed " + pool.getCompletedTaskCount());
    }

    record Urgent(int rank, List<Integer> order) implements Runnable, Comparable<Urgent> {
        @Override
        public void run() {
            order.add(rank);
        }

        @Override
        public int compareTo(Urgent other) {
            return Integer.compare(rank, other.rank);
        }
    }

    static void priorities() throws InterruptedException {
        ThreadPoolExecutor ranked = new ThreadPoolExecutor(1, 1, 1, TimeUnit.SECONDS, new PriorityBlockingQueue<>());
        List<Integer> order = new ArrayList<>();
        CountDownLatch gate = new CountDownLatch(1);
        CountDownLatch begun = new CountDownLatch(1);
        ranked.execute(holding(begun, gate));
        begun.await();
        for (int rank : new int[] {5, 1, 4, 2, 3}) {
            ranked.execute(new Urgent(rank, order));
        }
        System.out.println("removed from the queue " + ranked.remove(new Urgent(4, order)));
        gate.countDown();
        end(ranked);
        System.out.println("run by rank " + order);
    }

    public static void main(String[] args) throws InterruptedException {
        growth();
        policy("abort", new ThreadPoolExecutor.AbortPolicy());
        policy("caller runs", new ThreadPoolExecutor.CallerRunsPolicy());
        policy("discard", new ThreadPoolExecutor.DiscardPolicy());
        policy("discard oldest", new ThreadPoolExecutor.DiscardOldestPolicy());
        hooks();
        priorities();
    }
}
