// check: verdict=violated kind=assertion
// Main believes that a lock that is held only shortly can be had within a second.
// Schedule: the other thread holds the lock when main's tryLock ends by its timeout.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class TryLockTimeoutTrusted {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        }).start();
        boolean got = LOCK.tryLock(1, TimeUnit.SECONDS);
        if (got) {
            LOCK.unlock();
        }
        assert got;
    }
}
