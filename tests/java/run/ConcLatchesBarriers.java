// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.BrokenBarrierException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Latches that open once; barriers that work in rounds, with an action, and all the ways in which they break. */
public class ConcLatchesBarriers {
    static Thread start(String name, Runnable body) {
        Thread t = new Thread(body, name);
        t.start();
        return t;
    }

    /** What becomes of one call of await at a barrier. */
    static String outcome(CyclicBarrier barrier, long millis) {
        try {
            int arrival = millis == 0 ? barrier.await() : barrier.await(millis, TimeUnit.MILLISECONDS);
            return "passed " + arrival;
        } catch (InterruptedException | BrokenBarrierException | TimeoutException e) {
            return e.getClass().getSimpleName();
        } catch (RuntimeException e) {
            return e.getMessage();
        }
    }

    static void awaitWaiting(CyclicBarrier barrier, int count) {
        while (barrier.getNumberWaiting() < count) {
            Thread.yield();
        }
    }

    /** A start signal and a finish line, as in a race. */
    static void latches() throws InterruptedException {
        CountDownLatch signal = new CountDownLatch(1);
        CountDownLatch finish = new CountDownLatch(5);
        int[] laps = new int[5];
        for (int i = 0; i < laps.length; i++) {
            int me = i;
            start("runner-" + i, () -> {
                try {
                    signal.await();
                    laps[me] = me * me + 1;
                } catch (InterruptedException e) {
                    laps[me] = -1;
                } finally {
                    finish.countDown();
                }
            });
        }
        boolean early = finish.await(10, TimeUnit.MILLISECONDS);
        System.out.println("finished before the signal " + early + ", missing " + finish.getCount());
        signal.countDown();
        finish.await();
        System.out.println("laps " + Arrays.toString(laps) + ", missing " + finish.getCount());
        finish.countDown();
        System.out.println("no further than " + finish.getCount() + ", open for good "
            + finish.await(0, TimeUnit.SECONDS) + ", empty latch " + new CountDownLatch(0).await(1, TimeUnit.HOURS));
        try {
            new CountDownLatch(-1);
        } catch (IllegalArgumentException e) {
            System.out.println(e.getMessage());
        }
    }

    /** Each round every thread adds to its own cell; the action, run by the last to arrive, folds the cells. */
    static void rounds() throws InterruptedException {
        int[] cells = new int[4];
        List<Integer> history = new ArrayList<>();
        CyclicBarrier barrier = new CyclicBarrier(cells.length, () -> history.add(Arrays.stream(cells).sum()));
        int[] arrivals = new int[cells.length];
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < cells.length; i++) {
            int me = i;
            team.add(start("worker-" + i, () -> {
                for (int round = 1; round <= 10; round++) {
                    cells[me] += round * (me + 1);
                    String passed = outcome(barrier, 0);
                    synchronized (arrivals) {
                        arrivals[passed.charAt(passed.length() - 1) - '0']++;
                    }
                }
            }));
        }
        for (Thread t : team) {
            t.join();
        }
        System.out.println("sums " + history + ", each place taken " + Arrays.toString(arrivals)
            + ", parties " + barrier.getParties() + ", broken " + barrier.isBroken());
    }

    /** Starts a few that wait at a barrier of three, lets something go wrong, and tells what each of them saw. */
    static void breaking(String how, CyclicBarrier barrier, int waiters, Runnable wrong) throws InterruptedException {
        Thread[] team = new Thread[waiters];
        String[] seen = new String[waiters];
        for (int i = 0; i < waiters; i++) {
            int me = i;
            team[i] = start(how + i, () -> seen[me] = outcome(barrier, 0));
        }
        awaitWaiting(barrier, waiters);
        boolean whole = !barrier.isBroken();
        if (wrong == null) {
            team[0].interrupt();
        } else {
            wrong.run();
        }
        for (Thread t : team) {
            t.join();
        }
        System.out.println(how + ": whole before " + whole + ", seen " + Arrays.toString(seen) + ", broken "
            + barrier.isBroken() + ", waiting " + barrier.getNumberWaiting() + ", next " + outcomeIfBroken(barrier));
        barrier.reset();
    }

    static String outcomeIfBroken(CyclicBarrier barrier) {
        return barrier.isBroken() ? outcome(barrier, 0) : "would wait";
    }

    static void breakages() throws InterruptedException {
        boolean[] fail = new boolean[1];
        CyclicBarrier barrier = new CyclicBarrier(3, () -> {
            if (fail[0]) {
                throw new IllegalStateException("action failed");
            }
        });
        breaking("interrupt", barrier, 2, null);
        breaking("timeout", barrier, 1, () -> System.out.println("main saw " + outcome(barrier, 10)));
        breaking("reset", barrier, 2, barrier::reset);
        fail[0] = true;
        breaking("action", barrier, 2, () -> System.out.println("main saw " + outcome(barrier, 0)));
        fail[0] = false;
        Thread.currentThread().interrupt();
        System.out.println("arriving interrupted: " + outcome(barrier, 0) + ", flag " + Thread.interrupted()
            + ", broken " + barrier.isBroken());
        barrier.reset();
        String[] seen = new String[3];
        Thread one = start("one", () -> seen[0] = outcome(barrier, 0));
        awaitWaiting(barrier, 1);
        Thread two = start("two", () -> seen[1] = outcome(barrier, 60_000));
        awaitWaiting(barrier, 2);
        seen[2] = outcome(barrier, 0);
        one.join();
        two.join();
        System.out.println("after all that it still works: " + Arrays.toString(seen));
    }

    public static void main(String[] args) throws InterruptedException {
        latches();
        rounds();
        breakages();
        System.out.println("alone: " + outcome(new CyclicBarrier(1, () -> System.out.print("own action, ")), 5));
        try {
            new CyclicBarrier(0);
        } catch (IllegalArgumentException e) {
            System.out.println("a barrier for nobody is refused");
        }
    }
}
