// scan: candidates=LockTakenSometimesTwice.x
// races: LockTakenSometimesTwice.x
// A lock is taken twice on one way and once on the other, and released once.
import java.util.concurrent.locks.ReentrantLock;

public class LockTakenSometimesTwice {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int x;

    static void work() {
        LOCK.lock();
        if (System.nanoTime() > 0) {
            LOCK.lock();
        }
        LOCK.unlock();
        x++;
    }

    public static void main(String[] args) {
        new Thread(LockTakenSometimesTwice::work).start();
        work();
    }
}
