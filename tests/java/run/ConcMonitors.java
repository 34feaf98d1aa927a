// run: min=17
import java.util.ArrayList;
import java.util.List;

/** The monitor of every object: exclusion, re-entry, wait and its time limits, notify, and who may call them. */
public class ConcMonitors {
    static int shared;
    static final Object LOCK = new Object();

    static synchronized void bump() {
        shared++;
    }

    static void awaitState(Thread thread, Thread.State wanted) {
        while (thread.getState() != wanted) {
            Thread.yield();
        }
    }

    static Thread start(String name, Runnable body) {
        Thread t = new Thread(body, name);
        t.start();
        return t;
    }

    static void waitQuietly(Object monitor, long millis) {
        try {
            monitor.wait(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    static void forbidden(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + " was allowed");
        } catch (IllegalMonitorStateException e) {
            System.out.println(what + ": " + e.getMessage());
        } catch (IllegalArgumentException e) {
            System.out.println(what + ": " + e.getMessage());
        }
    }

    /** A static method locks the class; a block on the class literal is the same lock. */
    static void exclusion() throws InterruptedException {
        Thread[] team = new Thread[6];
        for (int i = 0; i < team.length; i++) {
            boolean block = i % 2 == 0;
            team[i] = start("bumper-" + i, () -> {
                for (int n = 0; n < 500; n++) {
                    if (block) {
                        synchronized (ConcMonitors.class) {
                            shared++;
                        }
                    } else {
                        bump();
                    }
                }
            });
        }
        for (Thread t : team) {
            t.join();
        }
        System.out.println("counted " + shared + ", still locked: " + Thread.holdsLock(ConcMonitors.class));
    }

    static int reenter(int depth) {
        synchronized (LOCK) {
            return depth == 0 ? (Thread.holdsLock(LOCK) ? 1 : -1000) : 1 + reenter(depth - 1);
        }
    }

    /** Leaving by an exception releases; a wait releases every level of a re-entered monitor, and takes them back. */
    static void reentrance() throws InterruptedException {
        System.out.println("entered " + reenter(49) + " times, held after: " + Thread.holdsLock(LOCK));
        try {
            synchronized (LOCK) {
                synchronized (LOCK) {
                    throw new IllegalStateException("out of both");
                }
            }
        } catch (IllegalStateException e) {
            System.out.println(e.getMessage() + ", held: " + Thread.holdsLock(LOCK));
        }
        List<String> order = new ArrayList<>();
        Thread waker;
        synchronized (LOCK) {
            synchronized (LOCK) {
                waker = start("waker", () -> {
                    synchronized (LOCK) {
                        order.add("waker inside");
                        LOCK.notify();
                        order.add("waker still inside after notify");
                    }
                });
                while (order.isEmpty()) {
                    waitQuietly(LOCK, 0);
                }
                order.add("main back inside");
            }
            order.add("one level left " + Thread.holdsLock(LOCK));
        }
        waker.join();
        System.out.println(order);
    }

    /** notify wakes one of the waiting, notifyAll all of them; each comes out alone. */
    static void notifications() throws InterruptedException {
        int[] tickets = new int[1];
        int[] inside = new int[2];
        Thread[] guests = new Thread[5];
        for (int i = 0; i < guests.length; i++) {
            guests[i] = start("guest-" + i, () -> {
                synchronized (LOCK) {
                    while (tickets[0] == 0) {
                        waitQuietly(LOCK, 0);
                    }
                    tickets[0]--;
                    inside[0]++;
                    inside[1] = Math.max(inside[1], inside[0]);
                    inside[0]--;
                }
            });
        }
        for (Thread g : guests) {
            awaitState(g, Thread.State.WAITING);
        }
        synchronized (LOCK) {
            tickets[0] = 1;
            LOCK.notify();
        }
        int alive;
        do {
            Thread.yield();
            alive = 0;
            for (Thread g : guests) {
                alive += g.isAlive() ? 1 : 0;
            }
        } while (alive == 5);
        System.out.println("one notify let out " + (5 - alive));
        synchronized (LOCK) {
            tickets[0] = 4;
            LOCK.notifyAll();
            for (Thread g : guests) {
                if (g.isAlive()) {
                    awaitState(g, Thread.State.BLOCKED);
                }
            }
            System.out.println("all are awake, none gets in while main is inside");
        }
        for (Thread g : guests) {
            g.join();
        }
        System.out.println("tickets left " + tickets[0] + ", most at once " + inside[1]);
    }

    static void timeLimits() {
        synchronized (LOCK) {
            long begin = System.nanoTime();
            long left = 20_000_000;
            while (left > 0) {
                waitQuietly(LOCK, (left + 999_999) / 1_000_000);
                left = 20_000_000 - (System.nanoTime() - begin);
            }
            System.out.println("nobody came within 20 ms, still inside: " + Thread.holdsLock(LOCK));
        }
        forbidden("wait outside", () -> waitQuietly(LOCK, 1));
        forbidden("notify outside", LOCK::notify);
        forbidden("notifyAll in another's monitor", () -> {
            synchronized (ConcMonitors.class) {
                LOCK.notifyAll();
            }
        });
        forbidden("negative wait", () -> {
            synchronized (LOCK) {
                waitQuietly(LOCK, -1);
            }
        });
        try {
            Object none = shared > 0 ? null : LOCK;
            synchronized (none) {
                System.out.println("entered null");
            }
        } catch (NullPointerException e) {
            System.out.println("there is no monitor of null");
        }
    }

    public static void main(String[] args) throws InterruptedException {
        exclusion();
        reentrance();
        notifications();
        timeLimits();
    }
}
