// run: min=17
import java.util.ArrayList;
import java.util.Collections;
import java.util.Date;
import java.util.List;
import java.util.Timer;
import java.util.TimerTask;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Timers: one thread for many tasks, repetitions, cancelling a task or all, and a task that kills its timer. */
public class ConcTimers {
    static TimerTask task(Runnable body) {
        return new TimerTask() {
            @Override
            public void run() {
                body.run();
            }
        };
    }

    static String attempt(Runnable action) {
        try {
            action.run();
            return "accepted";
        } catch (IllegalStateException | IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** Tasks run by their times on one thread, which a slow one holds up. */
    static void order() throws InterruptedException {
        Timer timer = new Timer("clock");
        List<String> log = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch scheduled = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(4);
        timer.schedule(task(() -> {
            try {
                scheduled.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }), 0);
        long now = System.currentTimeMillis();
        for (int millis : new int[] {30, 10, 20}) {
            timer.schedule(task(() -> {
                log.add(millis + " ms" + (System.currentTimeMillis() - now < millis ? " early" : ""));
                threads.add(Thread.currentThread());
                done.countDown();
            }), new Date(now + millis));
        }
        timer.schedule(task(() -> {
            log.add("overdue");
            done.countDown();
        }), new Date(now - 60_000));
        scheduled.countDown();
        done.await();
        System.out.println(log + " on one thread " + (threads.get(0) == threads.get(2)) + " named "
            + threads.get(0).getName() + ", daemon " + threads.get(0).isDaemon());
        timer.cancel();
        threads.get(0).join();
        System.out.println("cancelled, its thread is " + threads.get(0).getState());
    }

    /** A repeated task that counts, and cancels itself when it has had enough. */
    static void repetitions() throws InterruptedException {
        Timer timer = new Timer("repeater", true);
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch ended = new CountDownLatch(1);
        TimerTask counting = new TimerTask() {
            @Override
            public void run() {
                if (runs.incrementAndGet() == 5) {
                    System.out.println("cancels itself " + cancel() + ", once more " + cancel());
                    ended.countDown();
                }
            }
        };
        timer.scheduleAtFixedRate(counting, 1, 2);
        ended.await();
        CountDownLatch after = new CountDownLatch(3);
        boolean[] early = new boolean[1];
        timer.schedule(new TimerTask() {
            private long last;

            @Override
            public void run() {
                early[0] |= last != 0 && System.nanoTime() - last < 2_000_000;
                last = System.nanoTime();
                after.countDown();
                if (after.getCount() == 0) {
                    cancel();
                }
            }
        }, 0, 4);
        after.await();
        System.out.println("runs " + runs + ", pauses cut short " + early[0]);
        TimerTask never = task(() -> System.out.println("must not run"));
        Timer patient = new Timer("patient", true);
        patient.schedule(task(() -> { }), 60_000);
        patient.schedule(never, 120_000);
        System.out.println("a waiting task is cancelled " + never.cancel() + ", purged " + patient.purge());
        System.out.println("reuse: " + attempt(() -> timer.schedule(never, 1)) + "; negative delay: "
            + attempt(() -> timer.schedule(task(() -> { }), -1)) + "; period 0: "
            + attempt(() -> timer.schedule(task(() -> { }), 0, 0)));
        timer.cancel();
        timer.cancel();
        System.out.println("after the end: " + attempt(() -> timer.schedule(task(() -> { }), 1)));
    }

    /** A missed rate is caught up: after a pause of the first run the others follow at once. */
    static void catchingUp() throws InterruptedException {
        Timer timer = new Timer();
        CountDownLatch runs = new CountDownLatch(6);
        AtomicInteger behind = new AtomicInteger();
        timer.scheduleAtFixedRate(new TimerTask() {
            @Override
            public void run() {
                if (runs.getCount() == 6) {
                    try {
                        Thread.sleep(40);
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                } else if (System.currentTimeMillis() - scheduledExecutionTime() >= 5) {
                    behind.incrementAndGet();
                }
                runs.countDown();
            }
        }, 0, 5);
        runs.await();
        timer.cancel();
        System.out.println("runs that came late after a slow one, at least four: " + (behind.get() >= 4));
    }

    /** A task that throws ends the timer's thread; the timer then takes no more tasks. */
    static void failure() throws InterruptedException {
        Timer timer = new Timer("fragile");
        CountDownLatch caught = new CountDownLatch(1);
        List<Thread> thread = new ArrayList<>();
        timer.schedule(task(() -> {
            thread.add(Thread.currentThread());
            Thread.currentThread().setUncaughtExceptionHandler((t, e) -> {
                System.out.println(t.getName() + " died of " + e.getMessage());
                caught.countDown();
            });
            throw new IllegalStateException("a task that throws");
        }), 1);
        caught.await();
        thread.get(0).join();
        System.out.println("then: " + attempt(() -> timer.schedule(task(() -> { }), 1)));
        Timer last = new Timer("last");
        last.schedule(task(() -> {
            System.out.println("the last task lets its timer end");
            last.cancel();
        }), 2);
    }

    public static void main(String[] args) throws InterruptedException {
        order();
        repetitions();
        catchingUp();
        failure();
    }
}
