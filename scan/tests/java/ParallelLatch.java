// scan: candidates=none
// races: none
// A thread counts and then counts a latch of one down; main waits for the latch and counts after that.
// Proved by parallel: main is behind the await of a latch that is counted down once, after the increment.
// Twin: ParallelLatchEarly.java
import java.util.concurrent.CountDownLatch;

public class ParallelLatch {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch counted = new CountDownLatch(1);
        new Thread(() -> {
            count++;
            counted.countDown();
        }).start();
        counted.await();
        count++;
    }
}
