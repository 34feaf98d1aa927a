// scan: candidates=ParallelLatchEarly.count
// races: ParallelLatchEarly.count
// A thread counts a latch of one down and counts after that; main waits for the latch and counts, too.
// Racy: the latch orders only what precedes countDown.
// Twin: ParallelLatch.java
import java.util.concurrent.CountDownLatch;

public class ParallelLatchEarly {
    static int count;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch counted = new CountDownLatch(1);
        new Thread(() -> {
            counted.countDown();
            count++;
        }).start();
        counted.await();
        count++;
    }
}
