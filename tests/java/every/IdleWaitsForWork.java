// check: verdict=race-free options=--timeouts;idle
// A wait for a time goes on as long as somebody could still do what it is for: one who has looked and yielded some times, and will count
// down, and one who has not begun, beside a daemon that goes round.
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;

public class IdleWaitsForWork {
    static volatile int never;

    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(2);
        Thread spinning = new Thread(() -> {
            while (never == 0) Thread.yield();
        });
        spinning.setDaemon(true);
        spinning.start();
        new Thread(() -> {
            int sum = 0;
            for (Integer one : List.of(1, 2, 3)) {
                sum += never;
                Thread.yield();
            }
            latch.countDown();
        }).start();
        new Thread(latch::countDown).start();
        assert latch.await(1, TimeUnit.MINUTES);
    }
}
