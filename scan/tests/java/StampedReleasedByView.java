// scan: candidates=StampedReleasedByView.x
// races: StampedReleasedByView.x
// The lock is released in another way than usual.
import java.util.concurrent.locks.StampedLock;

public class StampedReleasedByView {
    static final StampedLock LOCK = new StampedLock();
    static int x;

    static void work() {
        long stamp = LOCK.writeLock();
        LOCK.asWriteLock().unlock();
        x++;
    }

    public static void main(String[] args) {
        new Thread(StampedReleasedByView::work).start();
        work();
    }
}
