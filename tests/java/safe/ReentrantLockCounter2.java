// check: verdict=passed
// Two threads increment a plain counter under a ReentrantLock.
// Passed: the lock excludes, and unlock wakes a thread that waits.
// No data race: every access is under the lock or after join.
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLockCounter2 {
    static final ReentrantLock LOCK = new ReentrantLock();
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
        Thread other = new Thread(ReentrantLockCounter2::increment);
        other.start();
        increment();
        other.join();
        assert count == 2;
    }
}
