// check: verdict=race-free
// Two threads write a plain field under the write lock of a ReentrantReadWriteLock.
// Race-free: one thread at a time holds the write lock, and its unlock comes before the lock of the other.
// Twin: JucWriteUnderReadLock.java
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class JucWriteUnderWriteLock {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int last;

    static void write(int me) {
        LOCK.writeLock().lock();
        last = me;
        LOCK.writeLock().unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> write(1)).start();
        write(2);
    }
}
