// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.LockSupport;

/** LockSupport and spinning: the single permit, blockers, time limits, and locks built of these and atomics alone. */
public class ConcParkUnpark {
    interface SimpleLock {
        void lock();

        void unlock();
    }

    /** First come, first served: who is at the head of the queue may try, the others park. */
    static final class QueueLock implements SimpleLock {
        private final AtomicBoolean taken = new AtomicBoolean();
        private final Queue<Thread> waiting = new ConcurrentLinkedQueue<>();

        @Override
        public void lock() {
            Thread self = Thread.currentThread();
            waiting.add(self);
            while (waiting.peek() != self || !taken.compareAndSet(false, true)) {
                LockSupport.park(this);
            }
            waiting.remove();
        }

        @Override
        public void unlock() {
            taken.set(false);
            LockSupport.unpark(waiting.peek());
        }
    }

    /** Spins, reading before it tries to write, and yields from time to time so that the holder can go on. */
    static final class SpinLock implements SimpleLock {
        private final AtomicReference<Thread> holder = new AtomicReference<>();

        @Override
        public void lock() {
            for (int spins = 1; holder.get() != null || !holder.compareAndSet(null, Thread.currentThread()); spins++) {
                if (spins % 32 == 0) {
                    Thread.yield();
                } else {
                    Thread.onSpinWait();
                }
            }
        }

        @Override
        public void unlock() {
            if (!holder.compareAndSet(Thread.currentThread(), null)) {
                throw new IllegalMonitorStateException();
            }
        }
    }

    /** Draws a number and waits until it is called. */
    static final class TicketLock implements SimpleLock {
        private final AtomicInteger tickets = new AtomicInteger();
        private volatile int served;

        @Override
        public void lock() {
            int mine = tickets.getAndIncrement();
            while (served != mine) {
                Thread.yield();
            }
        }

        @Override
        public void unlock() {
            served = served + 1;
        }
    }

    static void counting(String name, SimpleLock lock) throws InterruptedException {
        int[] plain = new int[2];
        Thread[] team = new Thread[5];
        for (int t = 0; t < team.length; t++) {
            team[t] = new Thread(() -> {
                for (int i = 0; i < 200; i++) {
                    lock.lock();
                    try {
                        plain[1] += ++plain[0] % 7;
                        if (i % 40 == 0) {
                            Thread.yield();
                        }
                    } finally {
                        lock.unlock();
                    }
                }
            });
            team[t].start();
        }
        for (Thread t : team) {
            t.join();
        }
        System.out.println(name + " counted " + Arrays.toString(plain));
    }

    /** Permits do not add up; one given before the park makes the park return at once. */
    static void permits() throws InterruptedException {
        Thread self = Thread.currentThread();
        LockSupport.unpark(self);
        LockSupport.unpark(self);
        LockSupport.park();
        System.out.println("a permit given before is taken");
        long start = System.nanoTime();
        while (System.nanoTime() - start < 10_000_000) {
            LockSupport.parkNanos(10_000_000 - (System.nanoTime() - start));
        }
        System.out.println("there was only one: the second park lasted its 10 ms");
        long deadline = System.currentTimeMillis() + 10;
        while (System.currentTimeMillis() < deadline) {
            LockSupport.parkUntil(ConcParkUnpark.class, deadline);
        }
        LockSupport.parkNanos(0);
        LockSupport.parkNanos(-5);
        LockSupport.parkUntil(1);
        LockSupport.unpark(null);
        LockSupport.unpark(new Thread());
        System.out.println("parkUntil reached its deadline, past deadlines return at once");
        self.interrupt();
        LockSupport.park();
        System.out.println("interrupted, no park blocks: flag " + Thread.interrupted());
    }

    static void blockers() throws InterruptedException {
        String reason = "waiting for the post";
        AtomicBoolean delivered = new AtomicBoolean();
        List<Object> seen = new ArrayList<>();
        Thread waiter = new Thread(() -> {
            while (!delivered.get()) {
                LockSupport.park(reason);
            }
            seen.add(LockSupport.getBlocker(Thread.currentThread()));
            LockSupport.setCurrentBlocker("set by hand");
            seen.add(LockSupport.getBlocker(Thread.currentThread()));
            LockSupport.setCurrentBlocker(null);
        }, "waiter");
        waiter.start();
        Object blocker;
        while ((blocker = LockSupport.getBlocker(waiter)) == null) {
            Thread.yield();
        }
        System.out.println("blocked by: " + blocker);
        LockSupport.unpark(waiter);
        delivered.set(true);
        LockSupport.unpark(waiter);
        waiter.join();
        System.out.println("then by: " + seen);
    }

    /** A hot potato goes round a ring of parked threads. */
    static void ring() throws InterruptedException {
        int size = 5;
        Thread[] ring = new Thread[size];
        AtomicInteger potato = new AtomicInteger(-1);
        int[] touched = new int[size];
        for (int i = 0; i < size; i++) {
            int me = i;
            ring[i] = new Thread(() -> {
                for (int round = 0; round < 12; round++) {
                    while (potato.get() != round * size + me) {
                        LockSupport.park();
                    }
                    touched[me] += potato.get();
                    potato.incrementAndGet();
                    LockSupport.unpark(ring[(me + 1) % size]);
                }
            });
        }
        for (Thread t : ring) {
            t.start();
        }
        potato.set(0);
        LockSupport.unpark(ring[0]);
        for (Thread t : ring) {
            t.join();
        }
        System.out.println("potato at " + potato + ", touched " + Arrays.toString(touched));
    }

    public static void main(String[] args) throws InterruptedException {
        permits();
        blockers();
        ring();
        counting("queue lock", new QueueLock());
        counting("spin lock", new SpinLock());
        counting("ticket lock", new TicketLock());
    }
}
