// run: min=17
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ArrayBlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.concurrent.locks.ReentrantLock;

/** An interrupt reaches a thread in every kind of wait, before it, and where nothing waits; what the flag says then. */
public class ConcInterrupts {
    interface Blocking {
        void run() throws Exception;
    }

    static final Object MONITOR = new Object();
    static final ReentrantLock LOCK = new ReentrantLock();

    static void awaitBlocked(Thread thread) {
        while (thread.getState() != Thread.State.WAITING && thread.getState() != Thread.State.TIMED_WAITING) {
            Thread.yield();
        }
    }

    /** Runs the wait twice: once interrupted while it waits, once interrupted before it begins. */
    static void both(String name, Blocking wait) throws InterruptedException {
        for (boolean early : new boolean[] {false, true}) {
            List<String> result = new ArrayList<>();
            Thread t = new Thread(() -> {
                if (early) {
                    Thread.currentThread().interrupt();
                }
                try {
                    wait.run();
                    result.add("returned");
                } catch (Exception e) {
                    result.add(e.getClass().getSimpleName() + "(" + e.getMessage() + ")");
                }
                result.add("flag " + Thread.currentThread().isInterrupted());
            }, name);
            t.start();
            if (!early) {
                awaitBlocked(t);
                t.interrupt();
            }
            t.join();
            System.out.println(name + (early ? " early " : " late ") + result);
        }
    }

    static void inMonitor() throws InterruptedException {
        synchronized (MONITOR) {
            MONITOR.wait();
        }
    }

    /** Every blocking call answers an interrupt in its own way. */
    static void waits() throws InterruptedException {
        Thread forever = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                LockSupport.park();
            }
        }, "forever");
        forever.start();
        both("sleep", () -> Thread.sleep(60_000));
        both("TimeUnit.sleep", () -> TimeUnit.SECONDS.sleep(60));
        both("wait", ConcInterrupts::inMonitor);
        both("timed wait", () -> {
            synchronized (MONITOR) {
                MONITOR.wait(60_000, 1);
            }
        });
        both("join", forever::join);
        both("timed join", () -> forever.join(60_000));
        both("park", () -> LockSupport.park(MONITOR));
        both("parkNanos", () -> LockSupport.parkNanos(60_000_000_000L));
        both("take", () -> new ArrayBlockingQueue<String>(1).take());
        both("handover", () -> new SynchronousQueue<String>().put("never taken"));
        both("latch", () -> new CountDownLatch(1).await(60, TimeUnit.SECONDS));
        both("condition", () -> {
            LOCK.lock();
            try {
                LOCK.newCondition().await();
            } finally {
                LOCK.unlock();
            }
        });
        forever.interrupt();
        forever.join();
    }

    /** lockInterruptibly gives up, lock does not: it keeps the interrupt for afterwards. */
    static void locks() throws InterruptedException {
        List<String> log = new ArrayList<>();
        Thread polite = new Thread(() -> {
            try {
                LOCK.lockInterruptibly();
                log.add("polite got it");
            } catch (InterruptedException e) {
                log.add("polite gave up, holds " + LOCK.isHeldByCurrentThread());
            }
        }, "polite");
        Thread stubborn = new Thread(() -> {
            LOCK.lock();
            try {
                log.add("stubborn got it, flag " + Thread.interrupted() + " then " + Thread.interrupted());
            } finally {
                LOCK.unlock();
            }
        }, "stubborn");
        LOCK.lock();
        try {
            polite.start();
            stubborn.start();
            while (LOCK.getQueueLength() < 2) {
                Thread.yield();
            }
            polite.interrupt();
            polite.join();
            stubborn.interrupt();
            System.out.println("still queued: " + LOCK.hasQueuedThread(stubborn) + ", others " + LOCK.getQueueLength());
        } finally {
            LOCK.unlock();
        }
        stubborn.join();
        System.out.println(log);
    }

    /** A busy thread has to look for itself; isInterrupted looks, interrupted looks and clears. */
    static void polling() throws InterruptedException {
        long[] rounds = new long[1];
        boolean[] seen = new boolean[4];
        Thread busy = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                rounds[0]++;
                Thread.yield();
            }
            seen[0] = Thread.currentThread().isInterrupted();
            seen[1] = Thread.interrupted();
            seen[2] = Thread.interrupted();
            synchronized (MONITOR) {
                seen[3] = Thread.currentThread().isInterrupted();
            }
        }, "busy");
        busy.start();
        busy.interrupt();
        busy.join();
        System.out.println("busy saw " + seen[0] + " " + seen[1] + " " + seen[2] + " " + seen[3]
            + ", after its end " + busy.isInterrupted());
        busy.interrupt();
        System.out.println("main's own flag untouched " + Thread.currentThread().isInterrupted());
    }

    /** Cancellation the usual way: a worker restores the flag it had to catch, and its loop ends. */
    static void cancellation() throws InterruptedException {
        ArrayBlockingQueue<Integer> queue = new ArrayBlockingQueue<>(4);
        int[] sum = new int[1];
        Thread worker = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                try {
                    sum[0] += queue.take();
                } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                }
            }
            Integer rest;
            while ((rest = queue.poll()) != null) {
                sum[0] += 1000 * rest;
            }
        }, "worker");
        worker.start();
        for (int i = 1; i <= 20; i++) {
            queue.put(i);
        }
        while (!queue.isEmpty()) {
            Thread.yield();
        }
        awaitBlocked(worker);
        worker.interrupt();
        worker.join();
        System.out.println("worker added " + sum[0]);
    }

    public static void main(String[] args) throws InterruptedException {
        waits();
        locks();
        polling();
        cancellation();
    }
}
