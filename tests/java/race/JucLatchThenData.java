// check: verdict=violated kind=data-race variable=JucLatchThenData.value conflict=write-read|read-write
// A thread opens a latch and writes a plain field after that; main awaits the latch and reads the field.
// Racy: only what precedes countDown comes before the return of await.
// Twin: JucDataThenLatch.java
import java.util.concurrent.CountDownLatch;

public class JucLatchThenData {
    static final CountDownLatch LATCH = new CountDownLatch(1);
    static int value;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            LATCH.countDown();
            value = 1;
        }).start();
        LATCH.await();
        int seen = value;
    }
}
