// check: verdict=race-free
// A thread writes a plain field under a StampedLock; main reads it under the read lock.
// Race-free: the unlock of whoever is first comes before the lock of the other.
// Twin: JucStampedOptimistic.java
import java.util.concurrent.locks.StampedLock;

public class JucStampedReadLock {
    static final StampedLock LOCK = new StampedLock();
    static int value;

    static int read() {
        long stamp = LOCK.readLock();
        int seen = value;
        LOCK.unlockRead(stamp);
        return seen;
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
