// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalMonitorStateException
// TryLockGuarded with the result of tryLock ignored and unlock in a finally block.
// Schedule: one thread holds the lock, the other fails to get it and unlocks nevertheless.
// No data race: the counter is atomic.
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockUnguarded {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final AtomicInteger COUNT = new AtomicInteger();

    static void increment() {
        LOCK.tryLock();
        try {
            COUNT.incrementAndGet();
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(TryLockUnguarded::increment).start();
        increment();
    }
}
