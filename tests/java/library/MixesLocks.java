// client: operations=14
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/** Locks of several kinds: what one thread does to one of them is seen by others beside another. */
public class MixesLocks implements Clients.Client {
    final ReentrantLock lock = new ReentrantLock();
    final Condition changed = lock.newCondition();
    final Semaphore permits = new Semaphore(1);
    final ReentrantReadWriteLock both = new ReentrantReadWriteLock();
    final CountDownLatch latch = new CountDownLatch(1);
    final AtomicInteger count = new AtomicInteger();
    volatile int flag;

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> lock.lock();
            case 1 -> {
                lock.lock();
                lock.unlock();
            }
            case 2 -> {
                return lock.tryLock();
            }
            case 3 -> lock.unlock();
            case 4 -> {
                lock.lock();
                try {
                    return changed.await(1, TimeUnit.SECONDS);
                } finally {
                    lock.unlock();
                }
            }
            case 5 -> {
                lock.lock();
                changed.signal();
                lock.unlock();
            }
            case 6 -> {
                return permits.tryAcquire();
            }
            case 7 -> permits.release();
            case 8 -> {
                return both.readLock().tryLock();
            }
            case 9 -> {
                return both.writeLock().tryLock(1, TimeUnit.SECONDS);
            }
            case 10 -> latch.countDown();
            case 11 -> latch.await();
            case 12 -> {
                return count.incrementAndGet() + 10 * flag;
            }
            default -> flag = count.get() + 1;
        }
        return "done";
    }

    @Override
    public Object end() {
        return count + " " + flag + lock.isLocked() + both.getReadLockCount() + permits.availablePermits();
    }
}
