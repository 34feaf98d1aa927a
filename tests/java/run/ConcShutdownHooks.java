// run: min=17 exit=3
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;

/** Shutdown hooks are threads that run together when the exit begins; here each waits for the one before it. */
public class ConcShutdownHooks {
    static final List<String> STATE = Collections.synchronizedList(new ArrayList<>());

    static String refused(Runnable action) {
        try {
            action.run();
            return "accepted";
        } catch (IllegalStateException | IllegalArgumentException e) {
            return e.getMessage();
        }
    }

    /** A service with a worker that has to be stopped before its log may be closed. */
    static final class Service {
        private final Thread worker;
        private int processed;
        private boolean stopping;

        Service() {
            worker = new Thread(() -> {
                synchronized (this) {
                    while (!stopping) {
                        try {
                            wait();
                        } catch (InterruptedException e) {
                            throw new AssertionError(e);
                        }
                    }
                    STATE.add("worker saved " + processed);
                }
            }, "worker");
            worker.start();
        }

        synchronized void process(int count) {
            processed += count;
        }

        void stop() throws InterruptedException {
            synchronized (this) {
                stopping = true;
                notifyAll();
            }
            worker.join();
        }
    }

    public static void main(String[] args) {
        Runtime runtime = Runtime.getRuntime();
        Service service = new Service();
        CountDownLatch stopped = new CountDownLatch(1);
        CountDownLatch flushed = new CountDownLatch(1);
        Thread stopping = new Thread(() -> {
            try {
                service.stop();
                System.out.println("hook 1 stopped the service: " + STATE);
                stopped.countDown();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "stopping");
        Thread flushing = new Thread(() -> {
            try {
                stopped.await();
                Thread helper = new Thread(() -> STATE.add("helper made during the shutdown"));
                helper.start();
                helper.join();
                System.out.println("hook 2 flushed: " + STATE);
                System.out.println("hook 2 adds a hook: " + refused(() -> runtime.addShutdownHook(new Thread())));
                System.out.println("hook 2 removes one: "
                    + refused(() -> runtime.removeShutdownHook(Thread.currentThread())));
                flushed.countDown();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }, "flushing");
        Thread last = new Thread(() -> {
            try {
                flushed.await();
                System.out.println("hook 3 says goodbye as " + Thread.currentThread().getName() + ", daemon "
                    + Thread.currentThread().isDaemon());
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            throw new IllegalStateException("a failing hook does not change the status");
        }, "last") {
            @Override
            public UncaughtExceptionHandler getUncaughtExceptionHandler() {
                return (t, e) -> System.out.println("hook 3 failed: " + e.getMessage());
            }
        };
        Thread never = new Thread(() -> System.out.println("this hook was removed"));
        runtime.addShutdownHook(last);
        runtime.addShutdownHook(never);
        runtime.addShutdownHook(flushing);
        runtime.addShutdownHook(stopping);
        System.out.println("removed " + runtime.removeShutdownHook(never) + " " + runtime.removeShutdownHook(never));
        System.out.println("twice: " + refused(() -> runtime.addShutdownHook(last)));
        Thread running = new Thread(() -> System.out.println("running: "
            + refused(() -> runtime.addShutdownHook(Thread.currentThread()))));
        running.start();
        try {
            running.join();
            service.process(41);
            Thread closer = new Thread(() -> service.process(1));
            closer.start();
            closer.join();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        try {
            System.out.println("main exits with 3");
            System.exit(3);
        } finally {
            System.out.println("never: exit does not return");
        }
    }
}
