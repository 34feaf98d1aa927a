// scan: candidates=StampedConverted.x
// races: StampedConverted.x
// The lock is released in another way than usual.
import java.util.concurrent.locks.StampedLock;

public class StampedConverted {
    static final StampedLock LOCK = new StampedLock();
    static int x;

    static void work() {
        long stamp = LOCK.writeLock();
        LOCK.tryConvertToOptimisticRead(stamp);
        x++;
    }

    public static void main(String[] args) {
        new Thread(StampedConverted::work).start();
        work();
    }
}
