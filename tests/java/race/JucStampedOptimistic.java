// check: verdict=violated kind=data-race variable=JucStampedOptimistic.value conflict=write-read|read-write
// A thread writes a plain field under a StampedLock; main reads it optimistically and drops it unless the stamp is still valid.
// Racy by the letter: the read is made while the writer may write, whatever becomes of the value; the field should be volatile.
// Twin: JucStampedReadLock.java
import java.util.concurrent.locks.StampedLock;

public class JucStampedOptimistic {
    static final StampedLock LOCK = new StampedLock();
    static int value;

    static int read() {
        long stamp = LOCK.tryOptimisticRead();
        int seen = value;
        return LOCK.validate(stamp) ? seen : -1;
    }

    public static void main(String[] args) {
        new Thread(() -> {
            long stamp = LOCK.writeLock();
            value = 1;
            LOCK.unlockWrite(stamp);
        }).start();
        read();
    }
}
