// check: verdict=passed
// Two threads increment a plain counter under a fair ReentrantLock.
// Passed: as ReentrantLockCounter2; fairness only changes who goes first.
// No data race: every access is under the lock or after join.
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLockFair {
    static final ReentrantLock LOCK = new ReentrantLock(true);
    static int count;

    static void increment() {
        LOCK.lock();
        try {
            count++;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ReentrantLockFair::increment);
        other.start();
        increment();
        other.join();
        assert count == 2;
    }
}
