// check: verdict=violated kind=deadlock
// A reader that sees an old value wants the write lock while it holds the read lock.
// Schedule: the thread reads before main sets the flag; it waits for the read lock to be free, which it holds itself.
// No data race: the flag is volatile.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteUpgrade {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock();
    static volatile boolean fresh;

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.readLock().lock();
            if (!fresh) {
                LOCK.writeLock().lock();
                LOCK.writeLock().unlock();
            }
            LOCK.readLock().unlock();
        }).start();
        fresh = true;
    }
}
