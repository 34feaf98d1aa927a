// check: verdict=passed
// A semaphore of one permit as a lock around a plain counter.
// Passed: one thread at a time, and release wakes who waits.
// No data race: the semaphore orders the accesses.
import java.util.concurrent.Semaphore;

public class SemaphoreMutex {
    static final Semaphore PERMITS = new Semaphore(1);
    static int count;

    static void increment() {
        PERMITS.acquireUninterruptibly();
        count++;
        PERMITS.release();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(SemaphoreMutex::increment);
        other.start();
        increment();
        other.join();
        assert count == 2;
    }
}
