// check: verdict=passed
// ReadWriteUpgrade the other way: a writer takes the read lock and then gives up the write lock.
// Passed: a writer may read, and nothing is written between the two. Main's write comes before or after both.
// No data race: the value is accessed under the lock.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteDowngrade {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.writeLock().lock();
            value = 1;
            LOCK.readLock().lock();
            LOCK.writeLock().unlock();
            assert value == 1;
            LOCK.readLock().unlock();
        }).start();
        LOCK.writeLock().lock();
        value = 2;
        LOCK.writeLock().unlock();
    }
}
