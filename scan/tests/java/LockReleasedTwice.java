// scan: candidates=LockReleasedTwice.x
// races: LockReleasedTwice.x
// A lock is taken twice and released twice, once by a method.
import java.util.concurrent.locks.ReentrantLock;

public class LockReleasedTwice {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int x;

    static void release() {
        LOCK.unlock();
    }

    static void work() {
        LOCK.lock();
        LOCK.lock();
        LOCK.unlock();
        release();
        x++;
    }

    public static void main(String[] args) {
        new Thread(LockReleasedTwice::work).start();
        work();
    }
}
