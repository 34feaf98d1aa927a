// run: min=17
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/** Semaphores as a pool's gate, as a baton and as a signal; fair queues, several permits at once, time limits. */
public class ConcSemaphore {
    /** Lends a fixed number of connections; the semaphore counts them, the monitor guards the deque. */
    static final class Pool {
        private final Semaphore free;
        private final Deque<Integer> idle = new ArrayDeque<>();
        private final AtomicInteger lent = new AtomicInteger();
        private final AtomicInteger mostLent = new AtomicInteger();

        Pool(int size) {
            free = new Semaphore(size, true);
            for (int i = 0; i < size; i++) {
                idle.add(i);
            }
        }

        int borrow() throws InterruptedException {
            free.acquire();
            mostLent.accumulateAndGet(lent.incrementAndGet(), Math::max);
            synchronized (idle) {
                return idle.remove();
            }
        }

        void giveBack(int connection) {
            synchronized (idle) {
                idle.add(connection);
            }
            lent.decrementAndGet();
            free.release();
        }
    }

    /** The protected reducePermits is for subclasses: a semaphore that can shrink below zero. */
    static final class Shrinking extends Semaphore {
        private static final long serialVersionUID = 1;

        Shrinking(int permits) {
            super(permits);
        }

        void shrink(int by) {
            reducePermits(by);
        }
    }

    static Thread start(String name, Runnable body) {
        Thread t = new Thread(body, name);
        t.start();
        return t;
    }

    static void pool() throws InterruptedException {
        Pool pool = new Pool(3);
        int[] uses = new int[3];
        List<Thread> clients = new ArrayList<>();
        for (int i = 0; i < 9; i++) {
            clients.add(start("client-" + i, () -> {
                try {
                    for (int n = 0; n < 40; n++) {
                        int connection = pool.borrow();
                        uses[connection]++;
                        Thread.yield();
                        pool.giveBack(connection);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }));
        }
        for (Thread t : clients) {
            t.join();
        }
        System.out.println("uses " + (uses[0] + uses[1] + uses[2]) + ", at most three " + (pool.mostLent.get() <= 3)
            + ", all back " + pool.free.availablePermits());
    }

    /** Each thread waits for its own semaphore and releases the next one's. */
    static void baton() throws InterruptedException {
        Semaphore[] turn = {new Semaphore(1), new Semaphore(0), new Semaphore(0)};
        String[] words = {"one ", "two ", "three "};
        StringBuilder text = new StringBuilder();
        List<Thread> team = new ArrayList<>();
        for (int i = 2; i >= 0; i--) {
            int me = i;
            team.add(start("runner-" + i, () -> {
                for (int round = 0; round < 4; round++) {
                    turn[me].acquireUninterruptibly();
                    text.append(words[me]);
                    turn[(me + 1) % 3].release();
                }
            }));
        }
        for (Thread t : team) {
            t.join();
        }
        System.out.println(text.toString().trim());
    }

    /** A fair semaphore serves in order of arrival, even when the first wants more than there is. */
    static void order() throws InterruptedException {
        Semaphore fair = new Semaphore(0, true);
        List<String> served = new ArrayList<>();
        int[] wants = {3, 1, 2, 1};
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < wants.length; i++) {
            int want = wants[i];
            team.add(start("c" + i, () -> {
                fair.acquireUninterruptibly(want);
                synchronized (served) {
                    served.add(Thread.currentThread().getName() + ":" + want);
                }
            }));
            while (fair.getQueueLength() <= i) {
                Thread.yield();
            }
        }
        fair.release(2);
        Thread.sleep(5);
        System.out.println("two permits for one who wants three: " + served + ", queue " + fair.getQueueLength());
        for (int i = 0; i < wants.length; i++) {
            fair.release(i == 0 ? 1 : wants[i]);
            team.get(i).join();
        }
        System.out.println("served " + served + ", left " + fair.availablePermits());
    }

    static void limits() throws InterruptedException {
        Shrinking s = new Shrinking(2);
        System.out.println("tries " + s.tryAcquire() + " " + s.tryAcquire(2) + " "
            + s.tryAcquire(2, 10, TimeUnit.MILLISECONDS) + " " + s.tryAcquire(1, 10, TimeUnit.MILLISECONDS) + " "
            + s.tryAcquire(10, TimeUnit.MILLISECONDS));
        s.shrink(3);
        System.out.println("shrunk to " + s.availablePermits() + ", drained " + s.drainPermits() + ", now "
            + s.availablePermits() + " " + s.toString().replaceAll(".*\\[", "["));
        s.release(5);
        System.out.println("released more than were taken: " + s.availablePermits() + ", drained " + s.drainPermits());
        List<String> log = new ArrayList<>();
        CountDownLatch gaveUp = new CountDownLatch(1);
        Thread waiter = start("waiter", () -> {
            try {
                s.acquire();
                log.add("acquired");
            } catch (InterruptedException e) {
                log.add("interrupted");
            }
            gaveUp.countDown();
            s.acquireUninterruptibly();
            log.add("acquired, flag " + Thread.currentThread().isInterrupted());
        });
        while (!s.hasQueuedThreads()) {
            Thread.yield();
        }
        waiter.interrupt();
        gaveUp.await();
        Thread other = start("other", s::release);
        other.join();
        waiter.join();
        System.out.println(log + " at " + s.availablePermits());
        for (int bad : new int[] {-1, -5}) {
            try {
                s.release(bad);
            } catch (IllegalArgumentException e) {
                System.out.println("release(" + bad + ") refused");
            }
        }
        Semaphore full = new Semaphore(Integer.MAX_VALUE);
        try {
            full.release();
        } catch (Error e) {
            System.out.println(e.getMessage());
        }
        Semaphore negative = new Semaphore(-2);
        negative.release(2);
        System.out.println("from minus two: " + negative.tryAcquire());
        negative.release();
        System.out.println("and one more: " + negative.tryAcquire());
    }

    public static void main(String[] args) throws InterruptedException {
        pool();
        baton();
        order();
        limits();
    }
}
