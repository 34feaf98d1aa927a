// check: verdict=violated kind=assertion
// Main believes that nobody holds the lock when it tries it.
// Schedule: the other thread holds it.
import java.util.concurrent.locks.ReentrantLock;

public class TryLockTrusted {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        }).start();
        boolean got = LOCK.tryLock();
        if (got) {
            LOCK.unlock();
        }
        assert got;
    }
}
