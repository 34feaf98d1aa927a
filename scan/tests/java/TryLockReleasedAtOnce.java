// scan: candidates=TryLockReleasedAtOnce.x
// races: TryLockReleasedAtOnce.x
// Who has got the lock releases it before the answer is looked at.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockReleasedAtOnce {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int x;

    static void work() {
        boolean got = LOCK.tryLock();
        LOCK.unlock();
        if (got) {
            x++;
        }
    }

    public static void main(String[] args) {
        new Thread(TryLockReleasedAtOnce::work).start();
        work();
    }
}
