// run: min=17
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.LockSupport;

/**
 * Threads that wait by looking again and again, and give way in between, for others that sleep. While one looks, it is
 * runnable, and still the time of the sleeping has to come: a clock must not stand still until all threads are blocked.
 */
public class ConcBusyWaiting {
    static volatile boolean flag;

    interface Pause {
        void run() throws InterruptedException;
    }

    static Thread start(String name, Pause body) {
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

    /** Waits for a flag that a sleeping thread sets when it wakes up. */
    static void forSleeper(String how, Runnable giveWay) throws InterruptedException {
        flag = false;
        Thread setter = start("setter", () -> {
            Thread.sleep(15);
            flag = true;
        });
        while (!flag) {
            giveWay.run();
        }
        setter.join();
        System.out.println(how + " until the sleeper set the flag");
    }

    /** Waits for a time to come. */
    static void forClock(String how, Runnable giveWay) {
        long begin = System.nanoTime();
        long millis = System.currentTimeMillis();
        long last = begin;
        boolean monotonic = true;
        while (System.nanoTime() - begin < 10_000_000) {
            giveWay.run();
            long now = System.nanoTime();
            monotonic &= now >= last;
            last = now;
        }
        System.out.println(how + " for 10 ms by the clock, never backwards " + monotonic + ", the date agrees "
            + (System.currentTimeMillis() - millis >= 5));
    }

    /** Two that hand a turn to each other by yielding, while a third sleeps and ends the game. */
    static void game() throws InterruptedException {
        flag = false;
        AtomicInteger turn = new AtomicInteger();
        List<Thread> players = new ArrayList<>();
        for (int i = 0; i < 2; i++) {
            int me = i;
            players.add(start("player-" + i, () -> {
                while (!flag) {
                    if (turn.get() % 2 == me) {
                        turn.incrementAndGet();
                    }
                    Thread.yield();
                }
            }));
        }
        do {
            Thread.sleep(5);
        } while (turn.get() < 4);
        flag = true;
        for (Thread t : players) {
            t.join();
        }
        System.out.println("the game went on while main slept " + (turn.get() >= 4));
    }

    /** Several sleep for different times, watched by one that only looks. */
    static void sleepers() throws InterruptedException {
        Thread[] team = new Thread[4];
        for (int i = 0; i < team.length; i++) {
            int millis = 5 * (team.length - i);
            team[i] = start("sleeps " + millis, () -> Thread.sleep(millis));
        }
        for (Thread t : team) {
            while (t.isAlive()) {
                Thread.yield();
            }
        }
        System.out.println("all have ended, the longest is " + team[0].getState());
    }

    public static void main(String[] args) throws InterruptedException {
        forSleeper("yielded", Thread::yield);
        forSleeper("spun", Thread::onSpinWait);
        forSleeper("parked briefly", () -> LockSupport.parkNanos(100_000));
        forClock("yielded", Thread::yield);
        forClock("spun", Thread::onSpinWait);
        game();
        sleepers();
    }
}
