// scan: candidates=TryLockTestedInLoop.x
// races: TryLockTestedInLoop.x
// The answer is looked at again in a loop, which has released the lock meanwhile.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockTestedInLoop {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int x;

    static void work() {
        boolean got = LOCK.tryLock();
        for (int i = 0; i < 2; i++) {
            if (got) {
                x++;
                if (i == 0) {
                    LOCK.unlock();
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(TryLockTestedInLoop::work).start();
        work();
    }
}
