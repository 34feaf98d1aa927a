// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Readers and writers of one table, by four protocols; no reader ever sees half of a change. */
public class ConcReadersWriters {
    static final int SIZE = 12;

    /** A table of numbers whose sum is always zero outside of a write. */
    interface Protocol {
        int read();

        void write(int from, int to, int amount);
    }

    static int sum(int[] cells) {
        int sum = 0;
        for (int cell : cells) {
            sum += cell;
        }
        return sum;
    }

    static void move(int[] cells, int from, int to, int amount) {
        cells[from] -= amount;
        Thread.yield();
        cells[to] += amount;
    }

    static final class Locked implements Protocol {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private final int[] cells = new int[SIZE];

        @Override
        public int read() {
            lock.readLock().lock();
            try {
                return sum(cells);
            } finally {
                lock.readLock().unlock();
            }
        }

        @Override
        public void write(int from, int to, int amount) {
            lock.writeLock().lock();
            try {
                move(cells, from, to, amount);
            } finally {
                lock.writeLock().unlock();
            }
        }
    }

    /** The first reader locks the writers out, the last one lets them in again. */
    static final class FirstAndLast implements Protocol {
        private final Semaphore mutex = new Semaphore(1);
        private final Semaphore room = new Semaphore(1);
        private final int[] cells = new int[SIZE];
        private int readers;

        @Override
        public int read() {
            mutex.acquireUninterruptibly();
            if (++readers == 1) {
                room.acquireUninterruptibly();
            }
            mutex.release();
            int seen = sum(cells);
            mutex.acquireUninterruptibly();
            if (--readers == 0) {
                room.release();
            }
            mutex.release();
            return seen;
        }

        @Override
        public void write(int from, int to, int amount) {
            room.acquireUninterruptibly();
            move(cells, from, to, amount);
            room.release();
        }
    }

    /** A monitor that lets no new reader in while a writer waits. */
    static final class WritersFirst implements Protocol {
        private final int[] cells = new int[SIZE];
        private int active;
        private int waitingWriters;

        private synchronized void enter(boolean writes) {
            waitingWriters += writes ? 1 : 0;
            while (writes ? active != 0 : active < 0 || waitingWriters > 0) {
                try {
                    wait();
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
            waitingWriters -= writes ? 1 : 0;
            active += writes ? -1 : 1;
        }

        private synchronized void leave(boolean writes) {
            active += writes ? 1 : -1;
            notifyAll();
        }

        @Override
        public int read() {
            enter(false);
            int seen = sum(cells);
            leave(false);
            return seen;
        }

        @Override
        public void write(int from, int to, int amount) {
            enter(true);
            move(cells, from, to, amount);
            leave(true);
        }
    }

    /** Nobody waits for anybody: a writer replaces the whole table, a reader takes the one that is there. */
    static final class Replaced implements Protocol {
        private final AtomicReference<int[]> cells = new AtomicReference<>(new int[SIZE]);

        @Override
        public int read() {
            return sum(cells.get());
        }

        @Override
        public void write(int from, int to, int amount) {
            cells.updateAndGet(old -> {
                int[] copy = old.clone();
                move(copy, from, to, amount);
                return copy;
            });
        }
    }

    static void run(Protocol protocol) throws InterruptedException {
        AtomicInteger reads = new AtomicInteger();
        int[] torn = new int[4];
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < torn.length; i++) {
            int me = i;
            team.add(new Thread(() -> {
                for (int n = 0; n < 60; n++) {
                    torn[me] += protocol.read() == 0 ? 0 : 1;
                    reads.incrementAndGet();
                    if (n % 6 == 0) {
                        Thread.yield();
                    }
                }
            }, "reader-" + i));
        }
        for (int i = 0; i < 3; i++) {
            int me = i;
            team.add(new Thread(() -> {
                for (int n = 0; n < 40; n++) {
                    protocol.write((n + me) % SIZE, (n * 5 + 3) % SIZE, n);
                }
            }, "writer-" + i));
        }
        team.forEach(Thread::start);
        for (Thread t : team) {
            t.join();
        }
        System.out.println(protocol.getClass().getSimpleName() + ": reads " + reads + ", torn "
            + Arrays.stream(torn).sum() + ", at last " + protocol.read());
    }

    public static void main(String[] args) throws InterruptedException {
        run(new Locked());
        run(new FirstAndLast());
        run(new WritersFirst());
        run(new Replaced());
    }
}
