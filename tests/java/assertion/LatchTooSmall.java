// check: verdict=violated kind=assertion
// LatchOfTwo with a latch of one.
// Schedule: one thread counts down and main goes on before the other has written.
// No data race: the fields are volatile.
import java.util.concurrent.CountDownLatch;

public class LatchTooSmall {
    static final CountDownLatch DONE = new CountDownLatch(1);
    static volatile int left;
    static volatile int right;

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
