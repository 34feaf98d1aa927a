// scan: candidates=none
// races: nothing
// A lock is taken twice and released once.
import java.util.concurrent.locks.ReentrantLock;

public class LockReleasedOnce {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int x;

    static void work() {
        LOCK.lock();
        LOCK.lock();
        LOCK.unlock();
        x++;
        LOCK.unlock();
    }

    public static void main(String[] args) {
        new Thread(LockReleasedOnce::work).start();
        work();
    }
}
