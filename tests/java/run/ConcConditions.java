// run: min=17
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

/** Conditions of an explicit lock: several wait sets, signals in order, time limits, waiting without interruption. */
public class ConcConditions {
    interface Action {
        void run() throws InterruptedException;
    }

    /** A stack of limited height with one condition for "not full" and one for "not empty". */
    static final class BoundedStack {
        private final ReentrantLock lock = new ReentrantLock();
        private final Condition notFull = lock.newCondition();
        private final Condition notEmpty = lock.newCondition();
        private final int[] cells;
        private int height;

        BoundedStack(int capacity) {
            cells = new int[capacity];
        }

        void push(int value) throws InterruptedException {
            lock.lockInterruptibly();
            try {
                while (height == cells.length) {
                    notFull.await();
                }
                cells[height++] = value;
                notEmpty.signal();
            } finally {
                lock.unlock();
            }
        }

        int pop(long millis) throws InterruptedException {
            long left = millis * 1_000_000;
            lock.lockInterruptibly();
            try {
                while (height == 0 && left > 0) {
                    left = notEmpty.awaitNanos(left);
                }
                notFull.signal();
                return height == 0 ? -1 : cells[--height];
            } finally {
                lock.unlock();
            }
        }
    }

    static Thread start(String name, Action body) {
        Thread t = new Thread(() -> {
            try {
                body.run();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, name);
        t.start();
        return t;
    }

    static void stack() throws InterruptedException {
        BoundedStack stack = new BoundedStack(3);
        long[] sums = new long[3];
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            int me = i;
            team.add(start("pusher-" + i, () -> {
                for (int n = 1; n <= 100; n++) {
                    stack.push(n * (me + 1));
                }
            }));
            team.add(start("popper-" + i, () -> {
                for (int n = 1; n <= 100; n++) {
                    sums[me] += stack.pop(60_000);
                }
            }));
        }
        for (Thread t : team) {
            t.join();
        }
        System.out.println("popped " + (sums[0] + sums[1] + sums[2]) + ", then in 10 ms: " + stack.pop(10));
    }

    /** Three threads take turns through three conditions of one lock. */
    static void turns() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition[] turn = {lock.newCondition(), lock.newCondition(), lock.newCondition()};
        int[] next = new int[1];
        StringBuilder text = new StringBuilder();
        List<Thread> team = new ArrayList<>();
        for (int id = 2; id >= 0; id--) {
            int me = id;
            team.add(start("player-" + id, () -> {
                for (int round = 0; round < 8; round++) {
                    lock.lock();
                    try {
                        while (next[0] != me) {
                            turn[me].await();
                        }
                        text.append((char) ('a' + me)).append(round);
                        next[0] = (me + 1) % 3;
                        turn[next[0]].signal();
                    } finally {
                        lock.unlock();
                    }
                }
            }));
        }
        for (Thread t : team) {
            t.join();
        }
        System.out.println(text);
    }

    static void signals() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition ready = lock.newCondition();
        List<String> woken = new ArrayList<>();
        int[] passes = new int[1];
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            int me = i;
            team.add(start("waiter-" + i, () -> {
                lock.lock();
                try {
                    while (passes[0] <= me) {
                        ready.await();
                    }
                    woken.add("w" + me);
                } finally {
                    lock.unlock();
                }
            }));
            for (int waiting = 0; waiting <= i; Thread.yield()) {
                lock.lock();
                waiting = lock.getWaitQueueLength(ready);
                lock.unlock();
            }
        }
        lock.lock();
        passes[0] = 2;
        ready.signal();
        ready.signal();
        System.out.println("signalled two, waiting " + lock.getWaitQueueLength(ready) + ", queued "
            + lock.getQueueLength() + ", has waiters " + lock.hasWaiters(ready));
        lock.unlock();
        team.get(0).join();
        team.get(1).join();
        lock.lock();
        passes[0] = 4;
        ready.signalAll();
        lock.unlock();
        for (Thread t : team) {
            t.join();
        }
        System.out.println("woken in order " + woken);
        try {
            ready.signal();
        } catch (IllegalMonitorStateException e) {
            System.out.println("no signal without the lock");
        }
    }

    static void timeLimits() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock(true);
        Condition never = lock.newCondition();
        lock.lock();
        try {
            long left = 10_000_000;
            while (left > 0) {
                left = never.awaitNanos(left);
            }
            boolean early = never.awaitUntil(new Date(System.currentTimeMillis() + 10));
            System.out.println("both limits passed " + !early + ", lock back: " + lock.getHoldCount());
            Thread.currentThread().interrupt();
            Thread helper = start("helper", () -> {
                lock.lock();
                never.signal();
                lock.unlock();
            });
            never.awaitUninterruptibly();
            System.out.println("woken by a signal only, flag kept: " + Thread.interrupted());
            helper.join();
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        stack();
        turns();
        signals();
        timeLimits();
    }
}
