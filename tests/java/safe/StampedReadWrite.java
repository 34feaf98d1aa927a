// check: verdict=passed
// A StampedLock in its pessimistic modes: two threads, one writes a pair, one reads it.
// Passed: the read mode excludes the write mode, and each unlock wakes who waits.
// No data race: the pair is accessed under the lock.
import java.util.concurrent.locks.StampedLock;

public class StampedReadWrite {
    static final StampedLock LOCK = new StampedLock();
    static int left;
    static int right;

    public static void main(String[] args) {
        new Thread(() -> {
            long stamp = LOCK.writeLock();
            left = 1;
            right = 1;
            LOCK.unlockWrite(stamp);
        }).start();
        long stamp = LOCK.readLock();
        assert left == right;
        LOCK.unlockRead(stamp);
    }
}
