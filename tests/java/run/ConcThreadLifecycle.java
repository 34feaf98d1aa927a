// run: min=17
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

/** Threads watched from outside through every state of their life, with names, priorities, daemon status and joins. */
public class ConcThreadLifecycle {
    static final Object MONITOR = new Object();

    static void awaitState(Thread thread, Thread.State wanted) {
        while (thread.getState() != wanted) {
            Thread.yield();
        }
    }

    static void refused(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": allowed");
        } catch (IllegalArgumentException | NullPointerException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    static void describe(String moment, Thread t) {
        System.out.println(moment + ": " + t.getName() + " state=" + t.getState() + " alive=" + t.isAlive()
            + " daemon=" + t.isDaemon() + " priority=" + t.getPriority()
            + " group=" + (t.getThreadGroup() == null ? "none" : t.getThreadGroup().getName()));
    }

    /** One thread is led through NEW, WAITING, BLOCKED, TIMED_WAITING and TERMINATED by its observer. */
    static void states() throws InterruptedException {
        CountDownLatch first = new CountDownLatch(1);
        List<String> diary = new ArrayList<>();
        Thread subject = new Thread(() -> {
            try {
                first.await();
                synchronized (MONITOR) {
                    diary.add("got the monitor");
                }
                Thread.sleep(60_000);
                diary.add("slept to the end");
            } catch (InterruptedException e) {
                diary.add("woken early, flag " + Thread.currentThread().isInterrupted());
            }
            diary.add("sees itself " + Thread.currentThread().getState());
        }, "subject");
        describe("created", subject);
        subject.join();
        System.out.println("join before start returned, alive=" + subject.isAlive());
        subject.start();
        awaitState(subject, Thread.State.WAITING);
        describe("at the latch", subject);
        subject.join(5);
        System.out.println("join(5) ran out, alive=" + subject.isAlive());
        synchronized (MONITOR) {
            first.countDown();
            awaitState(subject, Thread.State.BLOCKED);
            describe("at the monitor", subject);
        }
        awaitState(subject, Thread.State.TIMED_WAITING);
        describe("asleep", subject);
        refused("second start while running", subject::start);
        refused("daemon while running", () -> subject.setDaemon(true));
        subject.interrupt();
        subject.join();
        describe("ended", subject);
        System.out.println(diary + " frames left " + subject.getStackTrace().length);
        refused("start after the end", subject::start);
        subject.join(1, 500_000);
        System.out.println("join of the dead returns at once");
    }

    static void names() throws InterruptedException {
        Thread a = new Thread();
        Thread b = new Thread(() -> { });
        Thread named = new Thread("christened");
        Thread c = new Thread(() -> System.out.println("renamed while running: " + rename("late name")));
        System.out.println(a.getName() + " " + b.getName() + " " + named.getName() + " " + c.getName());
        c.start();
        c.join();
        System.out.println("kept after the end: " + c.getName());
        refused("null name", () -> new Thread((String) null));
        refused("set null name", () -> named.setName(null));
        System.out.println("empty name allowed: [" + new Thread("").getName() + "]");
        System.out.println("main is " + Thread.currentThread().getName() + " in "
            + Thread.currentThread().getThreadGroup().getName());
    }

    static String rename(String name) {
        Thread.currentThread().setName(name);
        return Thread.currentThread().getName();
    }

    /** Priority and daemon status pass from the creating thread to the created one. */
    static void inheritance() throws InterruptedException {
        Thread parent = new Thread(() -> {
            Thread child = new Thread(() -> { }, "child");
            describe("inherited", child);
            child.setDaemon(false);
            child.setPriority(Thread.NORM_PRIORITY);
            describe("changed", child);
        }, "parent");
        parent.setDaemon(true);
        parent.setPriority(Thread.MAX_PRIORITY - 2);
        refused("priority 0", () -> parent.setPriority(0));
        refused("priority 11", () -> parent.setPriority(Thread.MAX_PRIORITY + 1));
        parent.start();
        parent.join();
        describe("parent", parent);
    }

    /** What a joined thread wrote is seen; a run() called directly stays on the caller's thread. */
    static void joins() throws InterruptedException {
        long[] sums = new long[8];
        Thread[] team = new Thread[sums.length];
        for (int i = 0; i < team.length; i++) {
            int slot = i;
            team[i] = new Thread(() -> {
                for (int n = slot; n < 10_000; n += sums.length) {
                    sums[slot] += n;
                }
            });
            team[i].start();
        }
        long total = 0;
        for (int i = 0; i < team.length; i++) {
            team[i].join();
            total += sums[i];
        }
        System.out.println("total " + total);
        Thread direct = new Thread(() -> System.out.println("run() on " + Thread.currentThread().getName()), "never");
        direct.run();
        System.out.println("still " + direct.getState());
        long before = System.nanoTime();
        TimeUnit.MILLISECONDS.sleep(10);
        System.out.println("slept enough: " + (System.nanoTime() - before >= 10_000_000));
    }

    public static void main(String[] args) throws InterruptedException {
        names();
        states();
        inheritance();
        joins();
    }
}
