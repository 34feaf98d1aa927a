// check: verdict=race-free options=--timeouts;idle
// Waits for a time end in the order of their times, and not while a thread works in a loop, each round of which changes something.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class IdleInOrder {
    static volatile int first;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        AtomicInteger counted = new AtomicInteger();
        new Thread(() -> {
            while (counted.incrementAndGet() < 4);
            latch.countDown();
        }).start();
        assert latch.await(1, TimeUnit.SECONDS);

        Thread late = new Thread(() -> sleep(1000, 2));
        Thread early = new Thread(() -> sleep(10, 1));
        late.start();
        early.start();
        late.join();
        early.join();
        assert first == 1;
    }

    static void sleep(long millis, int who) {
        try {
            Thread.sleep(millis);
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
        if (first == 0) first = who;
    }
}
