// check: verdict=violated kind=deadlock
// LockInterruptibly with lock(): the interrupt does not end the wait, and main holds the lock until the thread ends.
// Schedule: every schedule ends so.
import java.util.concurrent.locks.ReentrantLock;

public class LockUninterruptibly {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        });
        LOCK.lock();
        other.start();
        other.interrupt();
        other.join();
        LOCK.unlock();
    }
}
