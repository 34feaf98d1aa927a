// run: min=17
import java.util.Arrays;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;

/** A tree of thread groups: parents, counts, enumeration, priority ceilings, group interrupts and group handlers. */
public class ConcThreadGroups {
    /** A group that keeps what its threads died of, and passes on what it does not know. */
    static class Ward extends ThreadGroup {
        private final Map<String, String> deaths = new TreeMap<>();

        Ward(ThreadGroup parent, String name) {
            super(parent, name);
        }

        @Override
        public synchronized void uncaughtException(Thread thread, Throwable cause) {
            if (cause instanceof ArithmeticException) {
                deaths.put(thread.getName(), cause.getMessage());
            } else {
                super.uncaughtException(thread, cause);
            }
        }

        synchronized Map<String, String> deaths() {
            return new TreeMap<>(deaths);
        }
    }

    static String threadsOf(ThreadGroup group, boolean deep) {
        Thread[] found = new Thread[32];
        int n = group.enumerate(found, deep);
        return Arrays.stream(found, 0, n).map(Thread::getName).sorted().collect(Collectors.joining(",", "[", "]"));
    }

    static String groupsOf(ThreadGroup group, boolean deep) {
        ThreadGroup[] found = new ThreadGroup[32];
        int n = group.enumerate(found, deep);
        return Arrays.stream(found, 0, n).map(ThreadGroup::getName).sorted().collect(Collectors.joining(",", "[", "]"));
    }

    static Thread sleeper(ThreadGroup group, String name, CountDownLatch ready, CountDownLatch woken) {
        Thread t = new Thread(group, () -> {
            ready.countDown();
            try {
                Thread.sleep(60_000);
            } catch (InterruptedException e) {
                woken.countDown();
            }
        }, name);
        t.start();
        return t;
    }

    public static void main(String[] args) throws InterruptedException {
        ThreadGroup main = Thread.currentThread().getThreadGroup();
        ThreadGroup hospital = new ThreadGroup("hospital");
        Ward west = new Ward(hospital, "west");
        ThreadGroup east = new ThreadGroup(hospital, "east");
        System.out.println(main.getName() + " has parent " + main.getParent().getName()
            + ", whose parent is " + main.getParent().getParent());
        System.out.println("hospital's parent is main: " + (hospital.getParent() == main)
            + ", above east: " + hospital.parentOf(east) + ", east above hospital: " + east.parentOf(hospital)
            + ", above itself: " + east.parentOf(east));
        System.out.println("groups deep " + groupsOf(main, true) + " shallow " + groupsOf(main, false));

        CountDownLatch ready = new CountDownLatch(5);
        CountDownLatch woken = new CountDownLatch(5);
        Thread[] team = {
            sleeper(hospital, "h1", ready, woken), sleeper(west, "w1", ready, woken), sleeper(west, "w2", ready, woken),
            sleeper(east, "e1", ready, woken), sleeper(east, "e2", ready, woken)};
        ready.await();
        System.out.println("hospital deep " + threadsOf(hospital, true) + " shallow " + threadsOf(hospital, false));
        System.out.println("west " + threadsOf(west, true) + " counts " + west.activeCount() + " of "
            + hospital.activeCount() + ", groups " + hospital.activeGroupCount());
        Thread[] tooSmall = new Thread[2];
        System.out.println("a short array takes " + hospital.enumerate(tooSmall));

        Thread unstarted = new Thread(east, () -> { }, "unstarted");
        System.out.println("an unstarted thread is not listed: " + threadsOf(east, true)
            + ", its group " + unstarted.getThreadGroup().getName());
        hospital.interrupt();
        woken.await();
        for (Thread t : team) {
            t.join();
        }
        System.out.println("after the interrupt: " + hospital.activeCount() + " alive, a dead thread's group is "
            + team[0].getThreadGroup());

        hospital.setMaxPriority(4);
        Thread eager = new Thread(east, () -> { }, "eager");
        eager.setPriority(9);
        System.out.println("ceilings: hospital " + hospital.getMaxPriority() + " west " + west.getMaxPriority()
            + ", eager gets " + eager.getPriority());
        east.setMaxPriority(8);
        System.out.println("a child can't rise above its parent: " + east.getMaxPriority());

        Thread[] doomed = new Thread[4];
        for (int i = 0; i < doomed.length; i++) {
            int divisor = i % 2;
            doomed[i] = new Thread(west, () -> System.out.print("" + 12 / divisor + ";"), "patient-" + i);
            doomed[i].start();
        }
        for (Thread t : doomed) {
            t.join();
        }
        System.out.println();
        System.out.println("west recorded " + west.deaths());

        Thread.setDefaultUncaughtExceptionHandler((t, e) -> System.out.println(
            "default handler: " + t.getName() + " in " + t.getThreadGroup().getName() + " died of " + e.getMessage()));
        Thread foreign = new Thread(west, () -> {
            throw new IllegalStateException("a kind unknown to the ward");
        }, "stranger");
        foreign.start();
        foreign.join();
        Thread nested = new Thread(east, () -> {
            Thread child = new Thread("child");
            System.out.println("a child joins its creator's group: " + child.getThreadGroup().getName());
        });
        nested.start();
        nested.join();
        try {
            new ThreadGroup(null, "orphan");
        } catch (NullPointerException e) {
            System.out.println("a group needs a parent");
        }
    }
}
