// check: verdict=race-free options=--timeouts;idle
// Whoever has slept sees that another has ended meanwhile, or what it waits for.
import java.util.concurrent.CountDownLatch;

public class IdleSeesOthers {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Object lock = new Object();
        Thread ends = new Thread(() -> {});
        Thread parks = new Thread(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread locks = new Thread(() -> {
            synchronized (lock) {
                latch.countDown();
            }
        });
        synchronized (lock) {
            ends.start();
            parks.start();
            locks.start();
            Thread.sleep(100);
            assert !ends.isAlive() && ends.getState() == Thread.State.TERMINATED;
            assert parks.getState() == Thread.State.WAITING;
            assert locks.getState() == Thread.State.BLOCKED;
        }
    }
}
