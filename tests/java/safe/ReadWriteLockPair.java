// check: verdict=passed
// A writer changes two fields under the write lock, a reader compares them under the read lock.
// Passed: the read lock excludes the writer.
// No data race: every access is under the lock.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLockPair {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int left;
    static int right;

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.writeLock().lock();
            left++;
            right++;
            LOCK.writeLock().unlock();
        }).start();
        LOCK.readLock().lock();
        assert left == right;
        LOCK.readLock().unlock();
    }
}
