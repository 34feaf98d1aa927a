// run: min=17 exit=7
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;

/** A worker ends the virtual machine while main waits for it in vain and a second exit hangs behind the first. */
public class ConcExitFromWorker {
    static final AtomicInteger FINALLY = new AtomicInteger();

    static final class Watchdog extends Thread {
        private final CountDownLatch trouble;

        Watchdog(CountDownLatch trouble) {
            super("watchdog");
            this.trouble = trouble;
        }

        @Override
        public void run() {
            try {
                trouble.await();
                System.out.println(getName() + " gives up on the program");
                leave();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                FINALLY.incrementAndGet();
            }
        }

        private void leave() {
            System.exit(7);
        }
    }

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch trouble = new CountDownLatch(1);
        CountDownLatch hookRuns = new CountDownLatch(1);
        CountDownLatch secondExit = new CountDownLatch(1);
        Thread second = new Thread(() -> {
            try {
                hookRuns.await();
                secondExit.countDown();
                System.exit(8);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                FINALLY.incrementAndGet();
            }
        }, "second");
        second.start();
        Thread watchdog = new Watchdog(trouble);
        watchdog.start();
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            hookRuns.countDown();
            try {
                secondExit.await();
                Thread.sleep(20);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.out.println("hook: " + watchdog.getName() + " alive " + watchdog.isAlive() + ", " + second.getName()
                + " alive " + second.isAlive() + ", finally blocks run " + FINALLY.get());
        }));
        System.out.println("main waits");
        ExecutorService pool = Executors.newFixedThreadPool(2);
        for (int i = 1; i <= 4; i++) {
            int n = i;
            pool.execute(() -> {
                if (n == 4) {
                    trouble.countDown();
                }
            });
        }
        watchdog.join();
        System.out.println("never printed: the joined thread never returns from exit");
    }
}
