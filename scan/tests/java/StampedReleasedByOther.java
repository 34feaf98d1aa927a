// scan: candidates=StampedReleasedByOther.x
// races: StampedReleasedByOther.x
// Another thread releases the lock while its taker still writes.
import java.util.concurrent.locks.StampedLock;

public class StampedReleasedByOther {
    static final StampedLock LOCK = new StampedLock();
    static int x;

    public static void main(String[] args) {
        long stamp = LOCK.writeLock();
        new Thread(() -> LOCK.unlockWrite(stamp)).start();
        new Thread(() -> {
            long own = LOCK.writeLock();
            x++;
            LOCK.unlockWrite(own);
        }).start();
        x++;
    }
}
