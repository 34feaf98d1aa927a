// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException options=--library;instant jdks=all
// A wait for a time is many steps between operations of one instant, and the queue that it makes is one of them: it is over at last,
// and main throws.
// Schedule: any.
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class TimedAcquireGivesUp {
    public static void main(String[] args) throws InterruptedException {
        Semaphore semaphore = new Semaphore(0);
        Thread thread = new Thread(() -> {
            try {
                semaphore.tryAcquire(1, TimeUnit.MILLISECONDS);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        thread.start();
        thread.join();
        throw new IllegalStateException();
    }
}
