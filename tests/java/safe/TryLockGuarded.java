// check: verdict=passed
// Two threads try a lock; who gets it increments and unlocks.
// Passed: unlock is called only by an owner. One or both increments happen.
// No data race: the counter is accessed under the lock or after join.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockGuarded {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void increment() {
        if (LOCK.tryLock()) {
            try {
                count++;
            } finally {
                LOCK.unlock();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(TryLockGuarded::increment);
        other.start();
        increment();
        other.join();
        assert count == 1 || count == 2;
    }
}
