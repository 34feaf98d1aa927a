// check: verdict=violated kind=deadlock
// An early return forgets to unlock.
// Schedule: the thread takes the lock, sees the flag and ends as the lock's owner; main waits for a thread that is gone.
// No data race: the flag is volatile.
import java.util.concurrent.locks.ReentrantLock;

public class LockLeaked {
    static final ReentrantLock LOCK = new ReentrantLock();
    static volatile boolean stop;

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.lock();
            if (stop) {
                return;
            }
            LOCK.unlock();
        }).start();
        stop = true;
        LOCK.lock();
        LOCK.unlock();
    }
}
