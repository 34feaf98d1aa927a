// run: min=17
import java.text.SimpleDateFormat;
import java.util.ArrayList;
import java.util.Date;
import java.util.List;
import java.util.TimeZone;
import java.util.TreeMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;

/** Variables that each thread has for itself, those a child inherits, and the random numbers of each thread. */
public class ConcThreadLocals {
    static final AtomicInteger NEXT_ID = new AtomicInteger(1);
    static final ThreadLocal<Integer> ID = ThreadLocal.withInitial(NEXT_ID::getAndIncrement);
    static final ThreadLocal<SimpleDateFormat> FORMAT = ThreadLocal.withInitial(() -> {
        SimpleDateFormat format = new SimpleDateFormat("yyyy-MM-dd");
        format.setTimeZone(TimeZone.getTimeZone("UTC"));
        return format;
    });
    static final InheritableThreadLocal<List<String>> PATH = new InheritableThreadLocal<>() {
        @Override
        protected List<String> initialValue() {
            return new ArrayList<>(List.of("root"));
        }

        @Override
        protected List<String> childValue(List<String> parent) {
            List<String> own = new ArrayList<>(parent);
            own.add("child of " + parent.get(parent.size() - 1));
            return own;
        }
    };

    static void run(Thread t) throws InterruptedException {
        t.start();
        t.join();
    }

    /** Each thread numbers itself on first use, and keeps the number for as long as it does not remove it. */
    static void identities() throws InterruptedException {
        List<Integer> seen = new ArrayList<>();
        Thread[] team = new Thread[5];
        for (int i = 0; i < team.length; i++) {
            team[i] = new Thread(() -> {
                int first = ID.get();
                Thread.yield();
                int again = ID.get();
                synchronized (seen) {
                    seen.add(first == again ? first : -1);
                }
            });
            team[i].start();
        }
        for (Thread t : team) {
            t.join();
        }
        seen.sort(null);
        System.out.println("ids " + seen + ", main " + ID.get() + " " + ID.get());
        ID.remove();
        System.out.println("main anew " + ID.get());
        ID.set(null);
        System.out.println("null is a value: " + ID.get());
        ThreadLocal<String> empty = new ThreadLocal<>();
        System.out.println("without initial value: " + empty.get());
    }

    /** Many variables and many threads: nothing of one shows in another. */
    static void isolation() throws InterruptedException {
        List<ThreadLocal<Long>> variables = new ArrayList<>();
        for (int i = 0; i < 60; i++) {
            long start = i;
            variables.add(ThreadLocal.withInitial(() -> start));
        }
        long[] sums = new long[4];
        Thread[] team = new Thread[sums.length];
        for (int t = 0; t < team.length; t++) {
            int me = t;
            team[t] = new Thread(() -> {
                for (int round = 0; round < 10; round++) {
                    for (int i = 0; i < variables.size(); i++) {
                        ThreadLocal<Long> v = variables.get(i);
                        v.set(v.get() + me);
                        if ((i + round) % 13 == 0) {
                            v.remove();
                        }
                    }
                    Thread.yield();
                }
                for (ThreadLocal<Long> v : variables) {
                    sums[me] += v.get();
                }
            });
            team[t].start();
        }
        StringBuilder text = new StringBuilder();
        for (int t = 0; t < team.length; t++) {
            team[t].join();
            text.append(' ').append(sums[t]);
        }
        System.out.println("sums" + text + ", main's own " + variables.stream().mapToLong(ThreadLocal::get).sum());
    }

    /** A pool's thread keeps its variables from one task to the next: the classic leak, and its cure. */
    static void pools() throws Exception {
        ThreadLocal<String> user = new ThreadLocal<>();
        ExecutorService pool = Executors.newSingleThreadExecutor();
        pool.submit(() -> user.set("alice")).get();
        Future<String> leaked = pool.submit(() -> user.get());
        pool.submit(user::remove).get();
        Future<String> clean = pool.submit(() -> user.get());
        System.out.println("the next task sees " + leaked.get() + ", after remove " + clean.get());
        List<Future<String>> days = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            long day = i * 100L * 86_400_000L;
            days.add(pool.submit(() -> FORMAT.get().format(new Date(day))));
        }
        StringBuilder text = new StringBuilder("days");
        for (Future<String> day : days) {
            text.append(' ').append(day.get());
        }
        System.out.println(text);
        pool.shutdown();
    }

    static void inheritance() throws InterruptedException {
        PATH.get().add("main");
        Thread child = new Thread(() -> {
            System.out.println("child has " + PATH.get());
            PATH.get().add("own");
            Thread grandchild = new Thread(() -> System.out.println("grandchild has " + PATH.get()));
            PATH.get().add("too late for the grandchild");
            try {
                run(grandchild);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        PATH.get().add("after the child was made");
        run(child);
        Thread without = new Thread(null, () -> System.out.println("without inheritance " + PATH.get()), "w", 0, false);
        run(without);
        System.out.println("main has " + PATH.get());
        PATH.remove();
        run(new Thread(() -> System.out.println("nothing to inherit: " + PATH.get())));
    }

    static void randoms() throws InterruptedException {
        boolean[] bad = new boolean[4];
        Thread[] team = new Thread[bad.length];
        TreeMap<Integer, Integer> histogram = new TreeMap<>();
        for (int t = 0; t < team.length; t++) {
            int me = t;
            team[t] = new Thread(() -> {
                ThreadLocalRandom random = ThreadLocalRandom.current();
                for (int i = 0; i < 200; i++) {
                    int die = random.nextInt(1, 7);
                    double unit = random.nextDouble();
                    long big = random.nextLong(1L << 40, 1L << 41);
                    bad[me] |= die < 1 || die > 6 || unit < 0 || unit >= 1 || big < 1L << 40 || big >= 1L << 41;
                    synchronized (histogram) {
                        histogram.merge(die, 1, Integer::sum);
                    }
                }
                bad[me] |= random != ThreadLocalRandom.current();
                bad[me] |= random.ints(50, -3, 3).anyMatch(n -> n < -3 || n >= 3);
            });
            team[t].start();
        }
        boolean anyBad = false;
        for (int t = 0; t < team.length; t++) {
            team[t].join();
            anyBad |= bad[t];
        }
        System.out.println("throws " + histogram.values().stream().mapToInt(n -> n).sum() + ", faces "
            + histogram.keySet() + ", out of bounds " + anyBad);
        try {
            ThreadLocalRandom.current().setSeed(1);
        } catch (UnsupportedOperationException e) {
            System.out.println("no seed may be set");
        }
    }

    public static void main(String[] args) throws Exception {
        identities();
        isolation();
        pools();
        inheritance();
        randoms();
    }
}
