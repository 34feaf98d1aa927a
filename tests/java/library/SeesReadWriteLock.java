// client: operations=14
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class SeesReadWriteLock implements Clients.Client {
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> {
                lock.readLock().lock();
                lock.readLock().unlock();
            }
            case 1 -> {
                lock.writeLock().lock();
                lock.writeLock().unlock();
            }
            case 2 -> {
                lock.writeLock().lock();
                lock.readLock().lock();
                lock.writeLock().unlock();
                lock.readLock().unlock();
            }
            case 3 -> {
                if (!lock.writeLock().tryLock(1, TimeUnit.SECONDS)) {
                    return "no";
                }
                lock.writeLock().unlock();
            }
            case 4 -> lock.readLock().lock();
            case 5 -> {
                return lock.readLock().tryLock();
            }
            case 6 -> {
                return lock.writeLock().tryLock();
            }
            case 7 -> {
                return lock.getReadLockCount();
            }
            case 8 -> {
                return lock.isWriteLocked();
            }
            case 9 -> {
                return lock.isWriteLockedByCurrentThread() + "" + lock.getReadHoldCount();
            }
            case 10 -> {
                return lock.getWriteHoldCount();
            }
            case 11 -> {
                String told = lock.toString();
                return told.substring(told.indexOf('['));
            }
            case 12 -> {
                String told = lock.readLock().toString();
                return told.substring(told.indexOf('['));
            }
            default -> {
                String told = lock.writeLock().toString();
                return told.substring(told.indexOf('['));
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        return lock.getReadLockCount() + "" + lock.isWriteLocked();
    }
}
