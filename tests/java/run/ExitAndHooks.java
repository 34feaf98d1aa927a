// run: min=17 args="3 hooks" exit=7
import java.util.*;

/** System.exit from deep inside: finally blocks skipped, shutdown hooks run, status passed on, nothing after. */
public class ExitAndHooks {
    static final StringBuilder order = new StringBuilder();

    static class Quiet implements AutoCloseable {
        public void close() {
            System.out.println("close must not run");
        }
    }

    static void attempt(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static int countdown(int n) {
        try (Quiet quiet = new Quiet()) {
            System.out.println("countdown " + n);
            if (n == 0) {
                System.err.println("leaving with 7");
                System.exit(7);
            }
            return countdown(n - 1);
        } finally {
            System.out.println("finally must not run at " + n);
        }
    }

    public static void main(String[] args) throws Exception {
        System.out.println(args.length + " " + Arrays.toString(args));
        int depth = Integer.parseInt(args[0]);
        Thread removed = new Thread(() -> System.out.println("removed hook must not run"));
        Thread hook = new Thread(() -> {
            System.out.println("hook runs, order so far " + order + ", thread " + Thread.currentThread().getName());
            attempt("hook registered while shutting down", () -> Runtime.getRuntime().addShutdownHook(new Thread()));
            attempt("hook removed while shutting down", () -> Runtime.getRuntime().removeShutdownHook(removed));
            try {
                throw new IllegalStateException("caught inside the hook");
            } catch (IllegalStateException e) {
                System.err.println("hook: " + e.getMessage());
            }
            System.out.println("daemon alive " + daemonAlive());
        }, "the-hook");
        Runtime.getRuntime().addShutdownHook(hook);
        Runtime.getRuntime().addShutdownHook(removed);
        System.out.println(Runtime.getRuntime().removeShutdownHook(removed) + " " + Runtime.getRuntime().removeShutdownHook(removed));
        attempt("same hook twice", () -> Runtime.getRuntime().addShutdownHook(hook));
        attempt("running thread as a hook", () -> Runtime.getRuntime().addShutdownHook(Thread.currentThread()));
        attempt("null hook", () -> {
            try {
                Runtime.getRuntime().addShutdownHook(null);
            } catch (NullPointerException e) {
                throw new IllegalArgumentException("null refused");
            }
        });
        daemon = new Thread(() -> {
            synchronized (order) {
                order.append("daemon ");
                order.notifyAll();
            }
            while (true) {
                try {
                    Thread.sleep(100_000);
                } catch (InterruptedException e) {
                    return;
                }
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        synchronized (order) {
            while (order.length() == 0) order.wait();
        }
        order.append("main ");
        Thread waiting = new Thread(() -> {
            Object lock = new Object();
            synchronized (lock) {
                try {
                    lock.wait();
                } catch (InterruptedException e) {
                    System.out.println("never interrupted");
                }
            }
        });
        waiting.start();
        System.out.print("no newline before the end; ");
        System.out.println(countdown(depth));
    }

    static Thread daemon;

    static boolean daemonAlive() {
        return daemon.isAlive();
    }
}
