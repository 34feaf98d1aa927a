// client: operations=12
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;

public class SeesReentrantLock implements Clients.Client {
    final ReentrantLock lock;

    public SeesReentrantLock() {
        this(new ReentrantLock());
    }

    SeesReentrantLock(ReentrantLock lock) {
        this.lock = lock;
    }

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> lock.lock();
            case 1 -> {
                lock.lock();
                lock.unlock();
            }
            case 2 -> {
                lock.lockInterruptibly();
                lock.lock();
                lock.unlock();
                lock.unlock();
            }
            case 3 -> {
                if (!lock.tryLock(1, TimeUnit.SECONDS)) {
                    return "no";
                }
                lock.unlock();
            }
            case 4 -> {
                lock.lock();
                lock.newCondition().await(1, TimeUnit.SECONDS);
                lock.unlock();
            }
            case 5 -> lock.unlock();
            case 6 -> {
                return lock.tryLock();
            }
            case 7 -> {
                return lock.isLocked();
            }
            case 8 -> {
                return lock.isHeldByCurrentThread();
            }
            case 9 -> {
                return lock.getHoldCount();
            }
            case 10 -> {
                String told = lock.toString();
                return told.substring(told.indexOf('['));
            }
            default -> {
                return lock.hasQueuedThreads();
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        return lock.isLocked();
    }
}
