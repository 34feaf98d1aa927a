// check: verdict=passed
// Main awaits two threads, each of which writes and counts down.
// Passed: the latch opens with the second count.
// No data race: countDown comes before the return of await.
import java.util.concurrent.CountDownLatch;

public class LatchOfTwo {
    static final CountDownLatch DONE = new CountDownLatch(2);
    static int left;
    static int right;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            left = 1;
            DONE.countDown();
        }).start();
        new Thread(() -> {
            right = 1;
            DONE.countDown();
        }).start();
        DONE.await();
        assert left == 1 && right == 1;
    }
}
