// check: verdict=violated kind=data-race variable=JucWriteUnderReadLock.last conflict=write-write
// Two threads write a plain field under the read lock of a ReentrantReadWriteLock.
// Racy: both may hold the read lock at once; then neither unlock comes before the other write.
// Twin: JucWriteUnderWriteLock.java
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class JucWriteUnderReadLock {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static int last;

    static void write(int me) {
        LOCK.readLock().lock();
        last = me;
        LOCK.readLock().unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> write(1)).start();
        write(2);
    }
}
