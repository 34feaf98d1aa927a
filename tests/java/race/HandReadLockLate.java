// check: verdict=violated kind=data-race variable=HandReadLockLate.value large=true
// A thread writes a plain field under the write lock of a ReentrantReadWriteLock; main has the read lock, and reads the field after it.
// Race: main reads when it has no lock any more.
// Twin: HandReadLock.java
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class HandReadLockLate {
    static int value;

    public static void main(String[] args) throws Exception {
        ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        new Thread(() -> {
            lock.writeLock().lock();
            value = 1;
            lock.writeLock().unlock();
        }).start();
        lock.readLock().lock();
        lock.readLock().unlock();
        int seen = value;
    }
}
