// client: operations=6
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class OfReentrantLock implements Clients.Client {
    final ReentrantLock lock = new ReentrantLock();
    int inside;

    @Override
    public Object perform(int operation, int me) throws Exception {
        boolean taken = true;
        switch (operation) {
            case 0 -> lock.lock();
            case 1 -> lock.lockInterruptibly();
            case 2 -> taken = lock.tryLock();
            case 3 -> taken = lock.tryLock(1, TimeUnit.SECONDS);
            case 4 -> {
                return lock.isLocked() + "" + lock.hasQueuedThreads();
            }
            default -> {
                lock.lock();
                lock.lock();
                lock.unlock();
            }
        }
        if (!taken) {
            return "no";
        }
        int now = ++inside;
        lock.unlock();
        return now;
    }

    @Override
    public Object end() {
        return inside + "" + lock.isLocked();
    }
}
