// client: operations=14
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.StampedLock;

public class SeesStampedLock implements Clients.Client {
    final StampedLock lock = new StampedLock();

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> lock.unlockRead(lock.readLock());
            case 1 -> lock.unlockWrite(lock.writeLock());
            case 2 -> {
                long stamp = lock.tryConvertToWriteLock(lock.readLock());
                if (stamp == 0) {
                    return "not";
                }
                lock.unlock(lock.tryConvertToReadLock(stamp));
            }
            case 3 -> {
                long stamp = lock.tryWriteLock(1, TimeUnit.SECONDS);
                if (stamp == 0) {
                    return "no";
                }
                lock.unlock(stamp);
            }
            case 4 -> lock.readLock();
            case 5 -> {
                long stamp = lock.tryOptimisticRead();
                return lock.validate(stamp) + "" + lock.isWriteLocked() + lock.validate(stamp);
            }
            case 6 -> {
                return lock.tryReadLock() != 0;
            }
            case 7 -> {
                return lock.tryWriteLock() != 0;
            }
            case 8 -> {
                return lock.isReadLocked();
            }
            case 9 -> {
                return lock.isWriteLocked();
            }
            case 10 -> {
                return lock.getReadLockCount();
            }
            case 11 -> {
                String told = lock.toString();
                return told.substring(told.indexOf('['));
            }
            case 13 -> lock.asWriteLock().unlock();
            default -> {
                return lock.tryUnlockRead() + "" + lock.tryUnlockWrite();
            }
        }
        return "done";
    }

    @Override
    public Object end() {
        return lock.getReadLockCount() + "" + lock.isWriteLocked();
    }
}
