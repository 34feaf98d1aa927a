// run: min=17
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;
import java.util.function.IntUnaryOperator;

/** ReentrantReadWriteLock: a cache that downgrades from writing to reading, shared reading, and the lock's refusals. */
public class ConcReadWriteLock {
    /** Computes a missing value once, under the write lock, and reads it under the read lock it kept. */
    static final class Cache {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final Map<Integer, Integer> values = new HashMap<>();
        private final IntUnaryOperator function;
        private int computed;
        private int brokenDowngrades;

        Cache(IntUnaryOperator function) {
            this.function = function;
        }

        int get(int key) {
            lock.readLock().lock();
            try {
                Integer known = values.get(key);
                if (known != null) {
                    return known;
                }
            } finally {
                lock.readLock().unlock();
            }
            lock.writeLock().lock();
            try {
                if (!values.containsKey(key)) {
                    values.put(key, function.applyAsInt(key));
                    computed++;
                }
                lock.readLock().lock();
            } finally {
                lock.writeLock().unlock();
            }
            try {
                if (lock.isWriteLockedByCurrentThread() || lock.getReadHoldCount() != 1) {
                    brokenDowngrades++;
                }
                return values.get(key);
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    static void cache() throws InterruptedException {
        Cache squares = new Cache(n -> n * n % 97);
        Thread[] team = new Thread[6];
        long[] sums = new long[team.length];
        for (int t = 0; t < team.length; t++) {
            int me = t;
            team[t] = new Thread(() -> {
                for (int i = 0; i < 300; i++) {
                    sums[me] += squares.get((i * (me + 1)) % 60);
                }
            });
            team[t].start();
        }
        long sum = 0;
        for (int t = 0; t < team.length; t++) {
            team[t].join();
            sum += sums[t];
        }
        System.out.println("computed " + squares.computed + " of 60, sum " + sum + ", broken downgrades "
            + squares.brokenDowngrades + ", locks left " + squares.lock.getReadLockCount());
    }

    /** All readers meet inside the read lock, which proves that they share it; the writer waits for the last. */
    static void sharing() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        CountDownLatch inside = new CountDownLatch(4);
        CountDownLatch leave = new CountDownLatch(1);
        List<String> log = new ArrayList<>();
        List<Thread> readers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            Thread t = new Thread(() -> {
                lock.readLock().lock();
                try {
                    inside.countDown();
                    leave.await();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                } finally {
                    lock.readLock().unlock();
                }
            }, "reader-" + i);
            t.start();
            readers.add(t);
        }
        inside.await();
        Thread writer = new Thread(() -> {
            lock.writeLock().lock();
            log.add("writer alone, readers " + lock.getReadLockCount());
            lock.writeLock().unlock();
        }, "writer");
        System.out.println("readers inside " + lock.getReadLockCount() + ", mine " + lock.getReadHoldCount()
            + ", a writer may enter: " + lock.writeLock().tryLock());
        writer.start();
        while (!lock.hasQueuedThread(writer)) {
            Thread.yield();
        }
        System.out.println("queue " + lock.getQueueLength() + ", reading by tryLock still allowed: "
            + lock.readLock().tryLock());
        lock.readLock().unlock();
        leave.countDown();
        writer.join();
        for (Thread t : readers) {
            t.join();
        }
        System.out.println(log);
    }

    /** In a fair lock a reader that comes after a waiting writer waits behind it. */
    static void fairness() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock(true);
        List<String> order = new ArrayList<>();
        lock.writeLock().lock();
        Thread[] queue = new Thread[5];
        for (int i = 0; i < queue.length; i++) {
            boolean writes = i % 2 == 1;
            queue[i] = new Thread(() -> {
                var mine = writes ? lock.writeLock() : lock.readLock();
                mine.lock();
                synchronized (order) {
                    order.add(Thread.currentThread().getName());
                }
                mine.unlock();
            }, (writes ? "W" : "R") + i);
            queue[i].start();
            while (!lock.hasQueuedThread(queue[i])) {
                Thread.yield();
            }
        }
        lock.writeLock().unlock();
        for (Thread t : queue) {
            t.join();
        }
        System.out.println("fair order " + order);
    }

    static void refusals() throws InterruptedException {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        lock.readLock().lock();
        System.out.println("no upgrade: " + lock.writeLock().tryLock() + ", not even in time: "
            + lock.writeLock().tryLock(10, TimeUnit.MILLISECONDS));
        lock.readLock().unlock();
        lock.writeLock().lock();
        lock.writeLock().lock();
        lock.readLock().lock();
        System.out.println("write holds " + lock.getWriteHoldCount() + ", read holds " + lock.getReadHoldCount());
        Thread other = new Thread(() -> {
            System.out.println("while writing no other reads: " + lock.readLock().tryLock());
            for (Runnable wrong : new Runnable[] {lock.readLock()::unlock, lock.writeLock()::unlock}) {
                try {
                    wrong.run();
                } catch (IllegalMonitorStateException e) {
                    System.out.println("not the owner");
                }
            }
        });
        other.start();
        other.join();
        lock.writeLock().unlock();
        lock.writeLock().unlock();
        System.out.println("downgraded: " + lock.toString().replaceAll(".*\\[", "["));
        lock.readLock().unlock();
        try {
            lock.readLock().newCondition();
        } catch (UnsupportedOperationException e) {
            System.out.println("a read lock has no conditions");
        }
        System.out.println("at rest: " + lock.toString().replaceAll(".*\\[", "["));
    }

    public static void main(String[] args) throws InterruptedException {
        cache();
        sharing();
        fairness();
        refusals();
    }
}
