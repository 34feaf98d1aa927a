// scan: candidates=TryLockTestedAgain.x
// races: TryLockTestedAgain.x
// The lock was got, and is released before the answer is looked at again.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockTestedAgain {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int x;

    static void work() {
        boolean got = LOCK.tryLock();
        if (got) {
            LOCK.unlock();
        }
        if (got) {
            x++;
        }
    }

    public static void main(String[] args) {
        new Thread(TryLockTestedAgain::work).start();
        work();
    }
}
