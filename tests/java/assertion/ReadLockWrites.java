// check: verdict=violated kind=assertion
// Two threads increment a volatile counter under the read lock, which both may hold.
// Schedule: both hold the read lock, both read 0, both write 1.
// No data race: the field is volatile.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadLockWrites {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static volatile int count;

    static void increment() {
        LOCK.readLock().lock();
        int seen = count;
        count = seen + 1;
        LOCK.readLock().unlock();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(ReadLockWrites::increment);
        other.start();
        increment();
        other.join();
        assert count == 2;
    }
}
