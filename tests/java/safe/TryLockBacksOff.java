// check: verdict=passed
// ReentrantLockOrder in which one thread only tries its second lock and gives up if it is taken.
// Passed: that thread never waits while it holds a lock.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockBacksOff {
    static final ReentrantLock A = new ReentrantLock();
    static final ReentrantLock B = new ReentrantLock();

    public static void main(String[] args) {
        new Thread(() -> {
            B.lock();
            if (A.tryLock()) {
                A.unlock();
            }
            B.unlock();
        }).start();
        A.lock();
        B.lock();
        B.unlock();
        A.unlock();
    }
}
