// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicIntegerArray;

/** Phasers: parties that come and go, a last phase, a tree of phasers, arrivals that are late or wrong. */
public class ConcPhasers {
    static Thread start(String name, Runnable body) {
        Thread t = new Thread(body, name);
        t.start();
        return t;
    }

    static void joinAll(List<Thread> team) throws InterruptedException {
        for (Thread t : team) {
            t.join();
        }
    }

    /** Odd-even transposition sort: in every phase each thread orders its own pairs. */
    static void sorting() throws InterruptedException {
        int[] data = new int[40];
        for (int i = 0; i < data.length; i++) {
            data[i] = (i * 37 + 11) % 41;
        }
        List<Integer> inversions = new ArrayList<>();
        Phaser phaser = new Phaser(4) {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                int count = 0;
                for (int i = 1; i < data.length; i++) {
                    count += data[i - 1] > data[i] ? 1 : 0;
                }
                inversions.add(count);
                return phase + 1 == data.length || parties == 0;
            }
        };
        List<Thread> team = new ArrayList<>();
        for (int t = 0; t < 4; t++) {
            int me = t;
            team.add(start("sorter-" + t, () -> {
                for (int phase = 0; !phaser.isTerminated(); phase++) {
                    for (int i = phase % 2 + 2 * me; i + 1 < data.length; i += 8) {
                        if (data[i] > data[i + 1]) {
                            int swap = data[i];
                            data[i] = data[i + 1];
                            data[i + 1] = swap;
                        }
                    }
                    phaser.arriveAndAwaitAdvance();
                }
            }));
        }
        joinAll(team);
        System.out.println("descents per phase " + inversions.subList(0, 6) + " .. " + inversions.get(data.length - 1)
            + " in " + inversions.size() + " phases");
        System.out.println("sorted " + Arrays.toString(Arrays.copyOf(data, 9)) + ", terminated " + phaser.isTerminated()
            + ", phase " + (phaser.getPhase() - Integer.MIN_VALUE));
    }

    /** Worker n takes part in n + 1 phases and then leaves; the last to leave ends the phaser. */
    static void leaving() throws InterruptedException {
        List<String> attendance = new ArrayList<>();
        Phaser phaser = new Phaser() {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                attendance.add(phase + ":" + parties);
                return super.onAdvance(phase, parties);
            }
        };
        phaser.bulkRegister(4);
        System.out.println("first phase " + phaser.register() + ", registered " + phaser.getRegisteredParties());
        List<Thread> team = new ArrayList<>();
        for (int w = 0; w < 4; w++) {
            int last = w;
            team.add(start("worker-" + w, () -> {
                for (int phase = 0; phase < last; phase++) {
                    phaser.arriveAndAwaitAdvance();
                }
                phaser.arriveAndDeregister();
            }));
        }
        while (phaser.getUnarrivedParties() > 1) {
            Thread.yield();
        }
        System.out.println("all but main are there: " + phaser.getArrivedParties() + ", nothing before main arrives "
            + attendance + ", phase " + phaser.getPhase());
        phaser.arriveAndDeregister();
        joinAll(team);
        System.out.println("left after each phase " + attendance + ", terminated " + phaser.isTerminated()
            + ", late register " + (phaser.register() < 0) + ", late arrive " + (phaser.arrive() < 0));
    }

    /** Two phasers under a root: neither advances before the other's parties have arrived as well. */
    static void tiers() throws InterruptedException {
        List<String> advances = new ArrayList<>();
        Phaser root = new Phaser() {
            @Override
            protected boolean onAdvance(int phase, int parties) {
                advances.add("root " + phase + "/" + parties);
                return phase == 2;
            }
        };
        Phaser left = new Phaser(root, 3);
        Phaser right = new Phaser(root, 2);
        System.out.println("root of the right is the root: " + (right.getRoot() == root) + ", parent "
            + (right.getParent() == root) + ", root's parties " + root.getRegisteredParties());
        AtomicIntegerArray steps = new AtomicIntegerArray(5);
        AtomicBoolean apart = new AtomicBoolean();
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < steps.length(); i++) {
            int me = i;
            Phaser mine = i < 3 ? left : right;
            team.add(start("member-" + i, () -> {
                while (!mine.isTerminated()) {
                    int phase = mine.getPhase();
                    steps.incrementAndGet(me);
                    mine.arriveAndAwaitAdvance();
                    for (int other = 0; other < steps.length(); other++) {
                        if (steps.get(other) <= phase) {
                            apart.set(true);
                        }
                    }
                }
            }));
        }
        joinAll(team);
        System.out.println(advances + " steps " + steps + ", someone went ahead " + apart
            + ", all ended " + (left.isTerminated() && right.isTerminated()));
    }

    static void waitingAndRefusing() throws InterruptedException {
        Phaser phaser = new Phaser(1);
        System.out.println(phaser.toString().replaceAll(".*\\[", "[") + ", waiting for another phase returns "
            + phaser.awaitAdvance(7));
        try {
            phaser.awaitAdvanceInterruptibly(0, 10, TimeUnit.MILLISECONDS);
        } catch (TimeoutException e) {
            System.out.println("phase 0 lasted more than 10 ms");
        }
        String[] seen = new String[2];
        Thread steady = start("steady", () -> seen[0] = "advanced to " + phaser.awaitAdvance(0) + ", flag "
            + Thread.currentThread().isInterrupted());
        Thread hasty = start("hasty", () -> {
            try {
                seen[1] = "advanced to " + phaser.awaitAdvanceInterruptibly(0);
            } catch (InterruptedException e) {
                seen[1] = "interrupted in phase " + phaser.getPhase();
            }
        });
        steady.interrupt();
        hasty.interrupt();
        hasty.join();
        System.out.println("arrived in phase " + phaser.arrive());
        steady.join();
        System.out.println(Arrays.toString(seen));
        phaser.arriveAndDeregister();
        Phaser empty = new Phaser();
        try {
            empty.arrive();
        } catch (IllegalStateException e) {
            System.out.println("nobody may arrive unregistered");
        }
        Thread stuck = start("stuck", () -> empty.awaitAdvance(empty.register()));
        while (stuck.getState() != Thread.State.WAITING) {
            Thread.yield();
        }
        empty.forceTermination();
        stuck.join();
        System.out.println("forced: " + empty.isTerminated() + ", arriving now " + (empty.arriveAndAwaitAdvance() < 0));
    }

    public static void main(String[] args) throws InterruptedException {
        sorting();
        leaving();
        tiers();
        waitingAndRefusing();
    }
}
