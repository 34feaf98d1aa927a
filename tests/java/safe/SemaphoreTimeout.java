// check: verdict=passed
// Main tries to get a permit for some time; the other thread may release it before, during or after.
// Passed: both results are fine; a permit that was got is gone.
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;

public class SemaphoreTimeout {
    static final Semaphore PERMITS = new Semaphore(0);

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> PERMITS.release());
        other.start();
        boolean got = PERMITS.tryAcquire(10, TimeUnit.MILLISECONDS);
        other.join();
        assert PERMITS.availablePermits() == (got ? 0 : 1);
    }
}
