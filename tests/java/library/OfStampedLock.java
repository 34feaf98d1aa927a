// client: operations=5
import java.util.concurrent.locks.StampedLock;

public class OfStampedLock implements Clients.Client {
    final StampedLock lock = new StampedLock();
    volatile int value;

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> {
                long stamp = lock.readLock();
                int seen = value;
                lock.unlockRead(stamp);
                return seen;
            }
            case 1 -> {
                long stamp = lock.writeLock();
                int now = value + 1;
                value = now;
                lock.unlockWrite(stamp);
                return now;
            }
            case 2 -> {
                long stamp = lock.tryOptimisticRead();
                int seen = value;
                return lock.validate(stamp) ? seen : "invalid";
            }
            case 3 -> {
                long stamp = lock.tryWriteLock();
                if (stamp == 0) {
                    return "no";
                }
                int now = value + 1;
                value = now;
                lock.unlock(stamp);
                return now;
            }
            default -> {
                long stamp = lock.readLock();
                long upgraded = lock.tryConvertToWriteLock(stamp);
                if (upgraded == 0) {
                    lock.unlockRead(stamp);
                    return "kept";
                }
                int now = value + 1;
                value = now;
                lock.unlockWrite(upgraded);
                return now;
            }
        }
    }
}
