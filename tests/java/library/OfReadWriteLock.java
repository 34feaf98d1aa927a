// client: operations=5
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class OfReadWriteLock implements Clients.Client {
    final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
    int value;

    @Override
    public Object perform(int operation, int me) throws Exception {
        switch (operation) {
            case 0 -> {
                lock.readLock().lock();
                int seen = value;
                lock.readLock().unlock();
                return seen;
            }
            case 1 -> lock.writeLock().lock();
            case 2 -> {
                if (!lock.readLock().tryLock()) {
                    return "no";
                }
                int seen = value;
                lock.readLock().unlock();
                return seen;
            }
            case 3 -> {
                if (!lock.writeLock().tryLock()) {
                    return "no";
                }
            }
            default -> {
                lock.writeLock().lock();
                value++;
                lock.readLock().lock();
                lock.writeLock().unlock();
                int seen = value;
                lock.readLock().unlock();
                return seen;
            }
        }
        int now = ++value;
        lock.writeLock().unlock();
        return now;
    }
}
