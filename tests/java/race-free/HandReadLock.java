// check: verdict=race-free large=true
// A thread writes a plain field under the write lock of a ReentrantReadWriteLock; main has the read lock, and reads the field.
// Race-free: an unlock of the write lock comes before the next lock of the read lock.
// Twin: HandReadLockLate.java
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class HandReadLock {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        new Thread(() -> {
            lock.writeLock().lock();
            value = 1;
            lock.writeLock().unlock();
        }).start();
        lock.readLock().lock();
        int seen = value;
        lock.readLock().unlock();
    }
}
