// scan: candidates=StampedOfOne.x
// races: nothing
// One lock for reading and writing. It is not proved: such a lock has no owner, anybody may release it.
import java.util.concurrent.locks.StampedLock;

public class StampedOfOne {
    static final StampedLock LOCK = new StampedLock();
    static int x;

    static void work() {
        long stamp = LOCK.writeLock();
        x++;
        LOCK.unlockWrite(stamp);
        stamp = LOCK.readLock();
        System.out.println(x);
        LOCK.unlockRead(stamp);
    }

    public static void main(String[] args) {
        new Thread(StampedOfOne::work).start();
        work();
    }
}
