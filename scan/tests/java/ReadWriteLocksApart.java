// scan: candidates=ReadWriteLocksApart.x
// races: ReadWriteLocksApart.x
// Each thread has a lock of its own, made by the same statement.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLocksApart {
    static int x;

    static ReentrantReadWriteLock lock(boolean isFair) {
        return new ReentrantReadWriteLock(isFair);
    }

    static void work(ReentrantReadWriteLock lock) {
        lock.writeLock().lock();
        x++;
        lock.writeLock().unlock();
    }

    public static void main(String[] args) {
        ReentrantReadWriteLock one = lock(true);
        ReentrantReadWriteLock other = lock(false);
        new Thread(() -> work(one)).start();
        work(other);
    }
}
