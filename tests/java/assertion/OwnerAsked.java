// check: verdict=violated kind=assertion every=true
// A thread holds a lock while it sets a flag; another one sees the flag, and then asks who has the lock.
// Schedule: it asks before the lock is given back.
import java.util.concurrent.locks.ReentrantLock;

public class OwnerAsked {
    static final class Asked extends ReentrantLock {
        boolean isOf(Thread thread) {
            return getOwner() == thread;
        }
    }

    static volatile boolean flag;

    public static void main(String[] args) throws InterruptedException {
        Asked lock = new Asked();
        Thread holder = new Thread(() -> {
            lock.lock();
            flag = true;
            lock.unlock();
        });
        holder.start();
        assert !(flag && lock.isOf(holder));
        holder.join();
    }
}
