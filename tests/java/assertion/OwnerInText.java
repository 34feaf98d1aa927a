// check: verdict=violated kind=assertion every=true
// A thread holds a write lock while it sets a flag; another one sees the flag, and then reads in the lock's text whether it is locked.
// Schedule: it asks before the lock is given back.
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class OwnerInText {
    static volatile boolean flag;

    public static void main(String[] args) throws InterruptedException {
        ReentrantReadWriteLock.WriteLock lock = new ReentrantReadWriteLock().writeLock();
        Thread holder = new Thread(() -> {
            lock.lock();
            flag = true;
            lock.unlock();
        });
        holder.start();
        assert !(flag && lock.toString().contains("Locked by"));
        holder.join();
    }
}
