// run: min=17
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.ReentrantLock;

/** Threads that never block, whatever they execute, while others wait for time to pass. */
public class ConcSpinning {
    static volatile boolean run;
    static volatile boolean caught;
    static int count;
    static long sum;

    static synchronized void increment() {
        count++;
    }

    static int fibonacci(int k) {
        return k < 2 ? k : fibonacci(k - 1) + fibonacci(k - 2);
    }

    static void spin(String what, Runnable step) throws InterruptedException {
        run = true;
        Thread thread = new Thread(() -> {
            while (run) step.run();
        });
        thread.start();
        Thread.sleep(5);
        run = false;
        thread.join();
        System.out.println(what + " ended");
    }

    static void work() throws InterruptedException {
        spin("counting", () -> count++);
        spin("a synchronized method", ConcSpinning::increment);
        spin("recursion", () -> sum += fibonacci(8));
        AtomicLong atomic = new AtomicLong();
        spin("an atomic", atomic::incrementAndGet);
        Map<Integer, Integer> map = new HashMap<>();
        spin("a map", () -> map.merge(count++ % 100, 1, Integer::sum));
        Map<Integer, Integer> shared = new ConcurrentHashMap<>();
        spin("a concurrent map", () -> shared.compute(count++ & 63, (k, v) -> v == null ? 1 : v + 1));
        spin("strings", () -> sum += ("x" + count++).hashCode());
        BlockingQueue<Integer> queue = new ArrayBlockingQueue<>(10);
        spin("a blocking queue", () -> {
            queue.offer(1);
            queue.poll();
        });
        Deque<Integer> stack = new ArrayDeque<>();
        spin("a stack", () -> {
            stack.push(1);
            stack.pop();
        });
        Random random = new Random(1);
        spin("random numbers", () -> sum += random.nextInt());
        ReentrantLock lock = new ReentrantLock();
        spin("a lock", () -> {
            lock.lock();
            try {
                count++;
            } finally {
                lock.unlock();
            }
        });
        spin("streams", () -> {
            List<Integer> list = new ArrayList<>();
            for (int i = 0; i < 10; i++) list.add(i);
            sum += list.stream().mapToInt(x -> x).sum();
        });
        spin("exceptions", () -> {
            try {
                throw new IllegalStateException();
            } catch (IllegalStateException e) {
                caught = true;
            }
        });
    }

    static void polling() throws InterruptedException {
        Thread interrupted = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) { }
            System.out.println("isInterrupted: " + Thread.interrupted());
        });
        interrupted.start();
        Thread.sleep(5);
        interrupted.interrupt();
        interrupted.join();

        Thread cleared = new Thread(() -> {
            while (!Thread.interrupted()) { }
            System.out.println("interrupted: " + Thread.currentThread().isInterrupted());
        });
        cleared.start();
        Thread.sleep(5);
        cleared.interrupt();
        cleared.join();

        Semaphore semaphore = new Semaphore(0);
        Thread acquiring = new Thread(() -> {
            while (!semaphore.tryAcquire()) count++;
            System.out.println("acquired");
        });
        acquiring.start();
        Thread.sleep(5);
        semaphore.release();
        acquiring.join();

        ReentrantLock lock = new ReentrantLock();
        lock.lock();
        Thread locking = new Thread(() -> {
            while (!lock.tryLock()) { }
            System.out.println("locked");
        });
        locking.start();
        Thread.sleep(5);
        lock.unlock();
        locking.join();

        Thread sleeper = new Thread(() -> {
            try {
                Thread.sleep(1_000_000);
            } catch (InterruptedException e) {
                System.out.println("woken");
            }
        });
        sleeper.start();
        while (sleeper.getState() != Thread.State.TIMED_WAITING) { }
        sleeper.interrupt();
        while (sleeper.isAlive()) { }

        ExecutorService pool = Executors.newFixedThreadPool(2);
        var future = pool.submit(() -> {
            Thread.sleep(5);
            return "slept";
        });
        while (!future.isDone()) { }
        pool.shutdown();
        while (!pool.isTerminated()) { }
        System.out.println("terminated");

        // Two threads that block on each other all the time keep no third from its time.
        SynchronousQueue<Integer> pairs = new SynchronousQueue<>();
        AtomicBoolean stop = new AtomicBoolean();
        Thread giver = new Thread(() -> {
            while (!stop.get()) pairs.offer(1);
        });
        Thread taker = new Thread(() -> {
            try {
                while (!stop.get()) pairs.poll(1, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                System.out.println(e);
            }
        });
        giver.start();
        taker.start();
        Thread.sleep(5);
        stop.set(true);
        giver.join();
        taker.join();
        System.out.println("paired");

        AtomicBoolean done = new AtomicBoolean();
        Thread napping = new Thread(() -> {
            for (int i = 0; !done.get(); i++) {
                try {
                    if (i % 1000 == 0) Thread.sleep(0, 1);
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
            }
            System.out.println("napped");
        });
        napping.start();
        Thread.sleep(5);
        done.set(true);
        napping.join();
    }

    static void clock() {
        long start = System.currentTimeMillis();
        while (System.currentTimeMillis() - start < 10) sum += fibonacci(10);
        System.out.println("milliseconds passed");
        long nanos = System.nanoTime();
        while (System.nanoTime() - nanos < 10_000_000) { }
        System.out.println("nanoseconds passed");
        long spun = System.nanoTime();
        while (System.nanoTime() - spun < 1_000_000) Thread.onSpinWait();
        System.out.println("spun");
    }

    /** What computes does not make others' patience end: the wait is for longer than the work takes. */
    static void patience() throws Exception {
        ExecutorService pool = Executors.newSingleThreadExecutor();
        var future = pool.submit(() -> fibonacci(24));
        System.out.println(future.get(1, TimeUnit.HOURS));
        pool.submit(() -> sum += fibonacci(24));
        pool.shutdown();
        System.out.println(pool.awaitTermination(1, TimeUnit.HOURS));
    }

    /** Sleepers wake in the order of their times, however busy somebody else is. */
    static void order() throws InterruptedException {
        run = true;
        Thread busy = new Thread(() -> {
            while (run) sum += fibonacci(5);
        });
        busy.start();
        List<Thread> sleepers = new ArrayList<>();
        for (int millis : new int[] {160, 80, 240}) {
            Thread sleeper = new Thread(() -> {
                try {
                    Thread.sleep(millis);
                } catch (InterruptedException e) {
                    System.out.println(e);
                }
                System.out.println("after " + millis);
            });
            sleeper.start();
            sleepers.add(sleeper);
        }
        for (Thread sleeper : sleepers) sleeper.join();
        run = false;
        busy.join();
    }

    public static void main(String[] arguments) throws Exception {
        work();
        polling();
        clock();
        patience();
        order();
    }
}
