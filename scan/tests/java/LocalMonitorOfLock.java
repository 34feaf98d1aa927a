// scan: candidates=LocalMonitorOfLock$Lock.value
// races: LocalMonitorOfLock$Lock.value
// The monitor of a lock has nothing to do with the lock.
import java.util.concurrent.locks.ReentrantLock;

public class LocalMonitorOfLock {
    @SuppressWarnings("serial")
    static final class Lock extends ReentrantLock {
        int value;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Lock lock = new Lock();
            new Thread(() -> {
                synchronized (lock) {
                    lock.value++;
                }
            }).start();
            lock.lock();
            lock.value++;
            lock.unlock();
        }
    }
}
