// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.locks.AbstractQueuedLongSynchronizer;
import java.util.concurrent.locks.AbstractQueuedSynchronizer;
import java.util.concurrent.locks.Condition;

/** Synchronizers of our own on AbstractQueuedSynchronizer: a strict mutex, a gate for all, a long-counted store. */
public class ConcCustomSync {
    /** Not re-entrant, and it knows its owner. */
    static final class Mutex {
        private static final class Sync extends AbstractQueuedSynchronizer {
            private static final long serialVersionUID = 1;

            @Override
            protected boolean tryAcquire(int unused) {
                if (compareAndSetState(0, 1)) {
                    setExclusiveOwnerThread(Thread.currentThread());
                    return true;
                }
                return false;
            }

            @Override
            protected boolean tryRelease(int unused) {
                if (!isHeldExclusively()) {
                    throw new IllegalMonitorStateException("not held by " + Thread.currentThread().getName());
                }
                setExclusiveOwnerThread(null);
                setState(0);
                return true;
            }

            @Override
            protected boolean isHeldExclusively() {
                return getState() == 1 && getExclusiveOwnerThread() == Thread.currentThread();
            }
        }

        final Sync sync = new Sync();
        final Condition changed = sync.new ConditionObject();

        void run(Runnable critical) {
            sync.acquire(1);
            try {
                critical.run();
            } finally {
                sync.release(1);
            }
        }
    }

    /** Opens for good after a given number of signals. */
    static final class Gate extends AbstractQueuedSynchronizer {
        private static final long serialVersionUID = 1;
        private final int needed;

        Gate(int needed) {
            this.needed = needed;
        }

        @Override
        protected int tryAcquireShared(int unused) {
            return getState() >= needed ? 1 : -1;
        }

        @Override
        protected boolean tryReleaseShared(int signals) {
            int before;
            do {
                before = getState();
            } while (!compareAndSetState(before, before + signals));
            return before + signals >= needed;
        }
    }

    /** A store of litres, served in order of arrival: nobody may overtake a queue that already stands. */
    static final class Tank extends AbstractQueuedLongSynchronizer {
        private static final long serialVersionUID = 1;

        @Override
        protected long tryAcquireShared(long litres) {
            for (;;) {
                long level = getState();
                long left = level - litres;
                if (hasQueuedPredecessors() || left < 0) {
                    return -1;
                }
                if (compareAndSetState(level, left)) {
                    return left;
                }
            }
        }

        @Override
        protected boolean tryReleaseShared(long litres) {
            long level;
            do {
                level = getState();
            } while (!compareAndSetState(level, level + litres));
            return true;
        }

        long level() {
            return getState();
        }
    }

    static Thread start(String name, Runnable body) {
        Thread t = new Thread(body, name);
        t.start();
        return t;
    }

    static void mutex() throws InterruptedException {
        Mutex mutex = new Mutex();
        int[] count = new int[1];
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            team.add(start("counter-" + i, () -> {
                for (int n = 0; n < 250; n++) {
                    mutex.run(() -> {
                        count[0]++;
                        mutex.changed.signalAll();
                    });
                }
            }));
        }
        mutex.run(() -> {
            while (count[0] < 700) {
                mutex.changed.awaitUninterruptibly();
            }
            System.out.println("main saw at least 700: " + (count[0] >= 700) + ", may enter twice: "
                + mutex.sync.tryAcquire(1));
        });
        for (Thread t : team) {
            t.join();
        }
        System.out.println("count " + count[0] + ", queued " + mutex.sync.hasQueuedThreads());
        try {
            mutex.sync.release(1);
        } catch (IllegalMonitorStateException e) {
            System.out.println(e.getMessage());
        }
    }

    static void gate() throws InterruptedException {
        Gate gate = new Gate(3);
        int[] passed = new int[4];
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < passed.length; i++) {
            int me = i;
            team.add(start("visitor-" + i, () -> {
                gate.acquireShared(0);
                passed[me] = me + 1;
            }));
        }
        while (gate.getSharedQueuedThreads().size() < passed.length) {
            Thread.yield();
        }
        System.out.println("all wait: " + gate.getQueueLength() + ", first signal opens " + gate.releaseShared(1)
            + ", in time " + gate.tryAcquireSharedNanos(0, 5_000_000) + ", two more do " + gate.releaseShared(2));
        for (Thread t : team) {
            t.join();
        }
        System.out.println("passed " + Arrays.toString(passed));
    }

    static void tank() throws InterruptedException {
        Tank tank = new Tank();
        List<String> served = new ArrayList<>();
        List<Thread> team = new ArrayList<>();
        long[] wants = {5_000_000_000L, 1, 2_000_000_000L};
        for (long want : wants) {
            Thread t = start("wants " + want, () -> {
                tank.acquireShared(want);
                served.add(Thread.currentThread().getName());
            });
            team.add(t);
            while (!tank.isQueued(t)) {
                Thread.yield();
            }
        }
        System.out.println("first in the queue: " + tank.getFirstQueuedThread().getName());
        tank.releaseShared(4_999_999_999L);
        System.out.println("the small one waits behind the big one: " + tank.isQueued(team.get(1)));
        for (int i = 0; i < wants.length; i++) {
            tank.releaseShared(i == 0 ? 1 : wants[i]);
            team.get(i).join();
        }
        System.out.println(served + ", level " + tank.level());
    }

    public static void main(String[] args) throws InterruptedException {
        mutex();
        gate();
        tank();
    }
}
