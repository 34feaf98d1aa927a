// check: verdict=passed
// LatchNotCountedDown with a timeout on the await.
// Passed: main goes on in any case, and await says true only if the latch is open.
// No data race: the flag is volatile.
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class LatchTimeout {
    static final CountDownLatch DONE = new CountDownLatch(1);
    static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            if (stop) {
                return;
            }
            DONE.countDown();
        }).start();
        stop = true;
        boolean open = DONE.await(10, TimeUnit.MILLISECONDS);
        assert !open || DONE.getCount() == 0;
    }
}
