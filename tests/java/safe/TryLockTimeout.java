// check: verdict=passed
// ReentrantLockOrder with timeouts on both second locks: they may fail at any moment, or succeed.
// Passed: no thread waits without a limit while it holds a lock.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockTimeout {
    static final ReentrantLock A = new ReentrantLock();
    static final ReentrantLock B = new ReentrantLock();

    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        try {
            if (second.tryLock(10, TimeUnit.MILLISECONDS)) {
                second.unlock();
            }
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        } finally {
            first.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(() -> both(B, A)).start();
        both(A, B);
    }
}
