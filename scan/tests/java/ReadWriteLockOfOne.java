// scan: candidates=none
// races: nothing
// One lock for reading and writing, taken by its two parts.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class ReadWriteLockOfOne {
    static final ReentrantReadWriteLock LOCK = new ReentrantReadWriteLock(true);
    static int x;

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.writeLock().lock();
            x++;
            LOCK.writeLock().unlock();
        }).start();
        LOCK.readLock().lock();
        System.out.println(x);
        LOCK.readLock().unlock();
        if (LOCK.writeLock().tryLock()) {
            x++;
            LOCK.writeLock().unlock();
        }
    }
}
