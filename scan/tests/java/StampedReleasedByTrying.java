// scan: candidates=StampedReleasedByTrying.x
// races: StampedReleasedByTrying.x
// The lock is released in another way than usual.
import java.util.concurrent.locks.StampedLock;

public class StampedReleasedByTrying {
    static final StampedLock LOCK = new StampedLock();
    static int x;

    static void work() {
        long stamp = LOCK.writeLock();
        LOCK.tryUnlockWrite();
        x++;
    }

    public static void main(String[] args) {
        new Thread(StampedReleasedByTrying::work).start();
        work();
    }
}
