// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.function.IntFunction;
import java.util.function.Supplier;
import java.util.stream.Stream;

/** Dining philosophers, five ways without deadlock; nobody eats with a neighbour, and everybody gets all the meals. */
public class ConcPhilosophers {
    static final int SEATS = 5;
    static final int MEALS = 30;

    /** How a philosopher gets both forks and gives them back. */
    interface Table {
        void pickUp(int seat) throws InterruptedException;

        void putDown(int seat) throws InterruptedException;
    }

    static int right(int seat) {
        return (seat + 1) % SEATS;
    }

    static <T> T[] forks(IntFunction<T[]> table, Supplier<T> fork) {
        return Stream.generate(fork).limit(SEATS).toArray(table);
    }

    /** Forks are taken in the order of their numbers, so that no circle of waiting closes. */
    static final class Ordered implements Table {
        private final ReentrantLock[] forks = forks(ReentrantLock[]::new, ReentrantLock::new);

        @Override
        public void pickUp(int seat) {
            forks[Math.min(seat, right(seat))].lock();
            forks[Math.max(seat, right(seat))].lock();
        }

        @Override
        public void putDown(int seat) {
            forks[seat].unlock();
            forks[right(seat)].unlock();
        }
    }

    /** A footman admits all but one. */
    static final class Footman implements Table {
        private final Semaphore places = new Semaphore(SEATS - 1);
        private final Semaphore[] forks = forks(Semaphore[]::new, () -> new Semaphore(1));

        @Override
        public void pickUp(int seat) throws InterruptedException {
            places.acquire();
            forks[seat].acquire();
            forks[right(seat)].acquire();
        }

        @Override
        public void putDown(int seat) {
            forks[seat].release();
            forks[right(seat)].release();
            places.release();
        }
    }

    /** A monitor in which a philosopher waits until both neighbours have stopped eating. */
    static final class Neighbours implements Table {
        private final boolean[] eating = new boolean[SEATS];

        @Override
        public synchronized void pickUp(int seat) throws InterruptedException {
            while (eating[right(seat)] || eating[(seat + SEATS - 1) % SEATS]) {
                wait();
            }
            eating[seat] = true;
        }

        @Override
        public synchronized void putDown(int seat) {
            eating[seat] = false;
            notifyAll();
        }
    }

    /** Who can't have the second fork in time puts the first one back and tries again. */
    static final class Polite implements Table {
        private final ReentrantLock[] forks = forks(ReentrantLock[]::new, ReentrantLock::new);

        @Override
        public void pickUp(int seat) throws InterruptedException {
            for (int attempt = 1;; attempt++) {
                forks[seat].lock();
                if (forks[right(seat)].tryLock(seat + attempt % 3, TimeUnit.MILLISECONDS)) {
                    return;
                }
                forks[seat].unlock();
                Thread.yield();
            }
        }

        @Override
        public void putDown(int seat) {
            forks[right(seat)].unlock();
            forks[seat].unlock();
        }
    }

    /** Clean and dirty forks: a dirty one is handed over on request, a clean one only after a meal. */
    static final class Hygienic implements Table {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition changed = lock.newCondition();
        private final int[] owner = new int[SEATS];
        private final boolean[] dirty = new boolean[SEATS];
        private final boolean[] eating = new boolean[SEATS];

        Hygienic() {
            for (int fork = 0; fork < SEATS; fork++) {
                owner[fork] = Math.min(fork, (fork + SEATS - 1) % SEATS);
                dirty[fork] = true;
            }
        }

        private boolean has(int seat, int fork) {
            if (owner[fork] != seat && dirty[fork] && !eating[owner[fork]]) {
                owner[fork] = seat;
                dirty[fork] = false;
                changed.signalAll();
            }
            return owner[fork] == seat;
        }

        @Override
        public void pickUp(int seat) throws InterruptedException {
            lock.lock();
            try {
                while (!(has(seat, seat) & has(seat, right(seat)))) {
                    changed.await();
                }
                eating[seat] = true;
            } finally {
                lock.unlock();
            }
        }

        @Override
        public void putDown(int seat) {
            lock.lock();
            try {
                eating[seat] = false;
                dirty[seat] = true;
                dirty[right(seat)] = true;
                changed.signalAll();
            } finally {
                lock.unlock();
            }
        }
    }

    static void dine(Table table) throws InterruptedException {
        Semaphore[] usedForks = forks(Semaphore[]::new, () -> new Semaphore(1));
        int[] meals = new int[SEATS];
        int[] quarrels = new int[SEATS];
        List<Thread> guests = new ArrayList<>();
        for (int s = 0; s < SEATS; s++) {
            int seat = s;
            Thread t = new Thread(() -> {
                try {
                    while (meals[seat] < MEALS) {
                        table.pickUp(seat);
                        quarrels[seat] += usedForks[seat].tryAcquire() && usedForks[right(seat)].tryAcquire() ? 0 : 1;
                        meals[seat]++;
                        Thread.yield();
                        usedForks[seat].release();
                        usedForks[right(seat)].release();
                        table.putDown(seat);
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }, "philosopher-" + s);
            guests.add(t);
            t.start();
        }
        for (Thread t : guests) {
            t.join();
        }
        System.out.println(table.getClass().getSimpleName() + ": meals " + Arrays.toString(meals) + ", quarrels "
            + Arrays.stream(quarrels).sum());
    }

    public static void main(String[] args) throws InterruptedException {
        for (Table table : new Table[] {new Ordered(), new Footman(), new Neighbours(), new Polite(), new Hygienic()}) {
            dine(table);
        }
    }
}
