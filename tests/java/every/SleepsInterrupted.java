// check: verdict=race-free
// Who was interrupted before does not sleep: no time passes.
import java.util.concurrent.CountDownLatch;

public class SleepsInterrupted {
    public static void main(String[] args) throws InterruptedException {
        Thread.currentThread().interrupt();
        assert !sleeps();
        CountDownLatch latch = new CountDownLatch(1);
        boolean[] slept = {true};
        Thread thread = new Thread(() -> {
            while (latch.getCount() > 0) {
                Thread.onSpinWait();
            }
            slept[0] = sleeps();
        });
        thread.start();
        thread.interrupt();
        latch.countDown();
        thread.join();
        assert !slept[0];
    }

    static boolean sleeps() {
        try {
            Thread.sleep(1000);
            return true;
        } catch (InterruptedException e) {
            return false;
        }
    }
}
