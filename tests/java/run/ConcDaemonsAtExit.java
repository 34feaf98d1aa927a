// run: min=17
import java.util.ArrayList;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/** The virtual machine ends when only daemons are left: asleep, waiting, blocked or busy, they just stop. */
public class ConcDaemonsAtExit {
    static final Object MONITOR = new Object();
    static final CountDownLatch STARTED = new CountDownLatch(6);
    static final CountDownLatch NEVER = new CountDownLatch(1);

    interface Body {
        void run() throws InterruptedException;
    }

    static Thread daemon(String name, Body body) {
        Thread t = new Thread(() -> {
            STARTED.countDown();
            try {
                body.run();
                System.out.println(name + " came to its end");
            } catch (InterruptedException e) {
                System.out.println(name + " was interrupted");
            } finally {
                System.out.println(name + " ran its finally");
            }
        }, name);
        t.setDaemon(true);
        t.start();
        return t;
    }

    static String stateOf(Thread t) {
        Thread.State state = t.getState();
        while (state == Thread.State.RUNNABLE && !t.getName().equals("busy")) {
            Thread.yield();
            state = t.getState();
        }
        return t.getName() + " " + state;
    }

    public static void main(String[] args) throws Exception {
        List<Thread> daemons = new ArrayList<>();
        CountDownLatch mine = new CountDownLatch(1);
        Thread holder = daemon("holder", () -> {
            synchronized (MONITOR) {
                mine.countDown();
                NEVER.await();
            }
        });
        mine.await();
        daemons.add(holder);
        daemons.add(daemon("sleeper", () -> Thread.sleep(3_600_000)));
        daemons.add(daemon("blocked", () -> {
            synchronized (MONITOR) {
                System.out.println("nobody gives the monitor away");
            }
        }));
        daemons.add(daemon("parked", () -> {
            while (NEVER.getCount() > 0) {
                LockSupport.park();
            }
        }));
        daemons.add(daemon("taker", () -> new LinkedBlockingQueue<String>().poll(1, TimeUnit.HOURS)));
        daemons.add(daemon("busy", () -> {
            while (NEVER.getCount() > 0) {
                Thread.yield();
            }
        }));
        STARTED.await();
        for (Thread t : daemons) {
            System.out.println(stateOf(t));
        }
        Timer timer = new Timer("daemon timer", true);
        timer.schedule(new TimerTask() {
            @Override
            public void run() {
                System.out.println("an hour later");
            }
        }, 3_600_000);
        var pool = Executors.newScheduledThreadPool(1, r -> {
            Thread t = new Thread(r, "daemon pool");
            t.setDaemon(true);
            return t;
        });
        pool.schedule(() -> System.out.println("never"), 1, TimeUnit.HOURS);
        System.out.println("the pool's thread took a task: " + pool.submit(() -> 1 + 1).get());

        Thread main = Thread.currentThread();
        new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            int alive = 0;
            for (Thread t : daemons) {
                alive += t.isAlive() ? 1 : 0;
            }
            System.out.println("main is gone, " + alive + " daemons are alive, the last user thread ends");
        }, "last user thread").start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("hook: busy is alive "
            + daemons.get(5).isAlive() + ", the monitor's next in line is " + daemons.get(2).getState())));
        System.out.println("main ends");
    }
}
