// check: verdict=violated kind=deadlock
// One thread takes a monitor and then a ReentrantLock, the other the lock and then the monitor.
// Schedule: each takes its first; one blocks at the monitor, the other parks at the lock.
import java.util.concurrent.locks.ReentrantLock;

public class MixedLockOrder {
    static final Object MONITOR = new Object();
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.lock();
            synchronized (MONITOR) {
                LOCK.unlock();
            }
        }).start();
        synchronized (MONITOR) {
            LOCK.lock();
            LOCK.unlock();
        }
    }
}
