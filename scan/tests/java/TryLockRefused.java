// scan: candidates=none
// races: nothing
// Whoever does not get the lock does nothing, or asks again.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockRefused {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int x;

    static void work() throws InterruptedException {
        if (!LOCK.tryLock() && !LOCK.tryLock(1, TimeUnit.SECONDS)) {
            return;
        }
        try {
            x++;
        } finally {
            LOCK.unlock();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                work();
            } catch (InterruptedException impossible) {
                throw new AssertionError(impossible);
            }
        }).start();
        work();
    }
}
