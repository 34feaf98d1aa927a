// scan: candidates=none
// races: nothing
// One lock for reading and writing.
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
