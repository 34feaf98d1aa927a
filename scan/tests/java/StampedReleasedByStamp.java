// scan: candidates=StampedReleasedByStamp.x
// races: StampedReleasedByStamp.x
// The lock is released in another way than usual.
import java.util.concurrent.locks.StampedLock;

public class StampedReleasedByStamp {
    static final StampedLock LOCK = new StampedLock();
    static int x;

    static void work() {
        long stamp = LOCK.writeLock();
        LOCK.unlock(stamp);
        x++;
    }

    public static void main(String[] args) {
        new Thread(StampedReleasedByStamp::work).start();
        work();
    }
}
