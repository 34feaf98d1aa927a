// run: min=17
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;

/** Class initialisation with several threads: one runs it, the others wait and see all it wrote, or its failure. */
public class ConcClassInit {
    static final AtomicInteger INITIALIZED = new AtomicInteger();
    static final CountDownLatch BEGUN = new CountDownLatch(1);
    static final CountDownLatch GO_ON = new CountDownLatch(1);
    static volatile Thread initializer;

    /** The holder idiom: the table is made when somebody first asks for it. */
    static final class Table {
        final int[] squares = new int[100];

        private Table() {
            INITIALIZED.incrementAndGet();
            for (int i = 0; i < squares.length; i++) {
                squares[i] = i * i;
                if (i % 25 == 0) {
                    Thread.yield();
                }
            }
        }

        private static final class Holder {
            static final Table INSTANCE = new Table();
        }

        static Table instance() {
            return Holder.INSTANCE;
        }
    }

    /** Its initialisation lasts until it is let go on; who needs the class meanwhile has to wait. */
    static final class Slow {
        static final List<String> LIST = new ArrayList<>();
        static int number;

        static {
            initializer = Thread.currentThread();
            BEGUN.countDown();
            try {
                GO_ON.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            number = 42;
            LIST.add("made by " + Thread.currentThread().getName());
        }

        static String seen() {
            return LIST + " " + number;
        }
    }

    /** A constant of its own needs no initialisation, nor does an array of the class. */
    static final class Untouched {
        static final int CONSTANT = 7;
        static final String TEXT = "constant " + CONSTANT;

        static {
            INITIALIZED.addAndGet(1_000_000);
        }
    }

    static final class Broken {
        static int value = 1;

        static {
            INITIALIZED.incrementAndGet();
            if (value > 0) {
                throw new IllegalStateException("cannot be initialised");
            }
        }
    }

    /** Two that need each other: the thread that is inside one sees the other's unfinished state, and goes on. */
    static final class First {
        static final int A = 1 + Second.B;
    }

    static final class Second {
        static final int B = 10 + First.A;
    }

    static class Parent {
        static final List<String> ORDER = Collections.synchronizedList(new ArrayList<>(List.of("parent")));
    }

    static class Child extends Parent {
        static {
            ORDER.add("child");
        }

        static void touch() {
            ORDER.add("used");
        }
    }

    static void team(int size, Runnable body) throws InterruptedException {
        Thread[] team = new Thread[size];
        for (int i = 0; i < size; i++) {
            team[i] = new Thread(body, "member-" + i);
            team[i].start();
        }
        for (Thread t : team) {
            t.join();
        }
    }

    static void waiting() throws InterruptedException {
        List<String> seen = Collections.synchronizedList(new ArrayList<>());
        Thread first = new Thread(() -> seen.add(Slow.seen()), "first");
        first.start();
        BEGUN.await();
        List<Thread> others = new ArrayList<>();
        for (int i = 0; i < 3; i++) {
            Thread t = new Thread(() -> seen.add(Slow.seen()), "other-" + i);
            t.start();
            others.add(t);
        }
        Thread.sleep(10);
        System.out.println("while " + initializer.getName() + " initialises, none has passed: " + seen);
        GO_ON.countDown();
        first.join();
        for (Thread t : others) {
            t.join();
        }
        System.out.println("afterwards " + Collections.frequency(seen, seen.get(0)) + " times " + seen.get(0));
    }

    static void failures() throws InterruptedException {
        List<String> errors = Collections.synchronizedList(new ArrayList<>());
        team(4, () -> {
            try {
                errors.add("value " + Broken.value);
            } catch (ExceptionInInitializerError e) {
                errors.add("first: " + e.getCause().getMessage());
            } catch (NoClassDefFoundError e) {
                errors.add("later: " + e.getMessage());
            }
        });
        errors.sort(null);
        System.out.println(errors + " after one attempt " + (INITIALIZED.get() == 2));
        try {
            new Broken();
        } catch (NoClassDefFoundError e) {
            System.out.println("for ever, because of " + e.getCause().getClass().getSimpleName());
        }
    }

    public static void main(String[] args) throws Exception {
        long[] sums = new long[6];
        AtomicInteger next = new AtomicInteger();
        team(sums.length, () -> {
            int me = next.getAndIncrement();
            for (int square : Table.instance().squares) {
                sums[me] += square;
            }
        });
        boolean same = true;
        for (long sum : sums) {
            same &= sum == 328_350;
        }
        System.out.println("everybody saw the whole table " + same + ", made " + INITIALIZED + " time");
        waiting();
        failures();
        Untouched[] array = new Untouched[3];
        System.out.println(Untouched.TEXT + " and an array of " + array.length + " touch nothing: "
            + (INITIALIZED.get() < 1_000_000));
        Class<?> loaded = Class.forName("ConcClassInit$Untouched", false, ConcClassInit.class.getClassLoader());
        boolean before = INITIALIZED.get() >= 1_000_000;
        team(3, () -> {
            try {
                Class.forName(loaded.getName());
            } catch (ClassNotFoundException e) {
                throw new AssertionError(e);
            }
        });
        System.out.println("loaded only: " + before + ", by name three times: " + INITIALIZED.get() / 1_000_000);
        team(1, () -> System.out.println("a circle in one thread: A " + First.A + ", B " + Second.B));
        team(4, Child::touch);
        System.out.println("order " + Child.ORDER);
    }
}
