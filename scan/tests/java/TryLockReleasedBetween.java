// scan: candidates=TryLockReleasedBetween.x
// races: TryLockReleasedBetween.x
// Between the answer and the question the lock is released.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockReleasedBetween {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int x;

    static void release() {
        LOCK.unlock();
    }

    static void work() {
        boolean got = LOCK.tryLock();
        try {
            release();
        } catch (IllegalMonitorStateException nobody) {
            return;
        }
        if (got) {
            x++;
        }
    }

    public static void main(String[] args) {
        new Thread(TryLockReleasedBetween::work).start();
        work();
    }
}
