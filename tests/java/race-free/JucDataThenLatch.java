// check: verdict=race-free
// A thread opens a latch and writes a plain field before that; main awaits the latch and reads the field.
// Race-free: the write comes before countDown, and countDown before the return of await.
// Twin: JucLatchThenData.java
import java.util.concurrent.CountDownLatch;

public class JucDataThenLatch {
    static final CountDownLatch LATCH = new CountDownLatch(1);
    static int value;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            value = 1;
            LATCH.countDown();
        }).start();
        LATCH.await();
        int seen = value;
    }
}
