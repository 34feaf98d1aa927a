// check: verdict=violated kind=assertion options=--library;instant min=25
// The text of a virtual thread that waits for a latch tells its state.
// Schedule: the latch is open, and who opens it has not yet woken the thread.
import java.util.concurrent.CountDownLatch;

public class VirtualTold {
    public static void main(String[] args) throws InterruptedException {
        CountDownLatch latch = new CountDownLatch(1);
        Thread waits = Thread.startVirtualThread(() -> {
            try {
                latch.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread opens = new Thread(latch::countDown);
        opens.start();
        if (latch.getCount() == 0) {
            assert !waits.toString().contains("waiting");
        }
        waits.join();
        opens.join();
    }
}
