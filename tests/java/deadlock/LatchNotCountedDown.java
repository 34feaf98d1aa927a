// check: verdict=violated kind=deadlock
// A thread that sees the flag leaves before it counts down.
// Schedule: main sets the flag before the thread reads it, and awaits the latch for ever.
// No data race: the flag is volatile.
import java.util.concurrent.CountDownLatch;

public class LatchNotCountedDown {
    static final CountDownLatch DONE = new CountDownLatch(1);
    static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            if (stop) {
                return;
            }
            DONE.countDown();
        }).start();
        Thread.sleep(50);
        stop = true;
        DONE.await();
    }
}
