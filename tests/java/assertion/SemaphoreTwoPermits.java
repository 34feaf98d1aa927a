// check: verdict=violated kind=assertion
// SemaphoreMutex with two permits; the counter is volatile.
// Schedule: both threads are in, both read 0, both write 1.
// No data race: the field is volatile.
import java.util.concurrent.Semaphore;

public class SemaphoreTwoPermits {
    static final Semaphore PERMITS = new Semaphore(2);
    static volatile int count;

    static void increment() {
        PERMITS.acquireUninterruptibly();
        int seen = count;
        count = seen + 1;
        PERMITS.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(SemaphoreTwoPermits::increment);
        other.start();
        increment();
        other.join();
        assert count == 2;
    }
}
