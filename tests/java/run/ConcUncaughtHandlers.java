// run: min=17
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;

/** Threads that die of an exception: the default trace on standard error, and each level of handler instead of it. */
public class ConcUncaughtHandlers {
    static final List<String> LOG = Collections.synchronizedList(new ArrayList<>());

    static class Refused extends Exception {
        private static final long serialVersionUID = 1;

        Refused(String message, Throwable cause) {
            super(message, cause);
        }
    }

    /** Dies in run() itself, so that the trace has no frame of the library. */
    static class Direct extends Thread {
        private final int depth;

        Direct(String name, int depth) {
            super(name);
            this.depth = depth;
        }

        @Override
        public void run() {
            descend(depth);
        }

        private void descend(int left) {
            if (left == 0) {
                throw new IllegalStateException("bottom of " + depth);
            }
            descend(left - 1);
        }
    }

    static class Resource implements AutoCloseable {
        private final String name;

        Resource(String name) {
            this.name = name;
        }

        @Override
        public void close() {
            throw new UnsupportedOperationException("cannot close " + name);
        }
    }

    static class Wrapping extends Thread {
        Wrapping() {
            super("wrapping");
        }

        @Override
        public void run() {
            try (Resource outer = new Resource("outer"); Resource inner = new Resource("inner")) {
                work(new int[2]);
            } catch (Refused e) {
                throw new RuntimeException(e);
            }
        }

        private static void work(int[] cells) throws Refused {
            try {
                cells[cells.length]++;
            } catch (ArrayIndexOutOfBoundsException e) {
                throw new Refused("no such cell", e);
            }
        }
    }

    static void runToEnd(Thread thread) throws InterruptedException {
        thread.start();
        thread.join();
        System.out.println(thread.getName() + " is " + thread.getState() + ", log " + LOG);
        LOG.clear();
    }

    static void note(String level, Thread thread, Throwable cause) {
        LOG.add(level + " saw " + cause + " in " + thread.getName() + ", own thread "
            + (thread == Thread.currentThread()) + ", alive " + thread.isAlive());
    }

    static int recurse(int n) {
        return recurse(n + 1) + 1;
    }

    public static void main(String[] args) throws InterruptedException {
        runToEnd(new Direct("direct", 3));
        runToEnd(new Wrapping());
        runToEnd(new Thread(() -> {
            throw new AssertionError("from a lambda");
        }, "in a lambda"));
        runToEnd(new Thread("no message") {
            @Override
            public void run() {
                throw new NullPointerException();
            }
        });
        runToEnd(new Thread("asserting") {
            @Override
            public void run() {
                assert LOG.size() > 5 : "only " + LOG.size();
            }
        });

        Thread own = new Direct("own handler", 1);
        own.setUncaughtExceptionHandler((t, e) -> note("thread", t, e));
        runToEnd(own);
        ThreadGroup group = new ThreadGroup("group") {
            @Override
            public void uncaughtException(Thread t, Throwable e) {
                note("group", t, e);
            }
        };
        runToEnd(new Thread(group, () -> {
            throw new IndexOutOfBoundsException(7);
        }, "grouped"));
        Thread plain = new Thread("plain");
        System.out.println("without its own, a thread's handler is its group: "
            + (plain.getUncaughtExceptionHandler() == plain.getThreadGroup()));

        Thread.setDefaultUncaughtExceptionHandler((t, e) -> note("default", t, e));
        runToEnd(new Direct("by default", 0));
        Thread both = new Thread(group, () -> {
            throw new ClassCastException("own wins over group and default");
        }, "both");
        both.setUncaughtExceptionHandler((t, e) -> note("thread", t, e));
        runToEnd(both);
        Thread reset = new Direct("reset", 0);
        reset.setUncaughtExceptionHandler((t, e) -> note("never", t, e));
        reset.setUncaughtExceptionHandler(null);
        runToEnd(reset);
        runToEnd(new Thread(() -> System.out.println(recurse(0)), "too deep"));

        Thread.setDefaultUncaughtExceptionHandler(null);
        Thread failing = new Direct("failing handler", 0);
        failing.setUncaughtExceptionHandler((t, e) -> {
            note("thread", t, e);
            throw new IllegalArgumentException("lost");
        });
        runToEnd(failing);
        Thread fromHandler = new Direct("spawning", 0);
        fromHandler.setUncaughtExceptionHandler((t, e) -> {
            Thread successor = new Thread(() -> note("successor", Thread.currentThread(), e), "successor");
            successor.start();
            try {
                successor.join();
            } catch (InterruptedException unexpected) {
                throw new AssertionError(unexpected);
            }
        });
        runToEnd(fromHandler);
        System.out.println("main goes on");
    }
}
