// check: verdict=passed
// A thread waits interruptibly for a lock that main holds until it has seen the thread end; main interrupts it.
// Passed: the interrupt ends the wait, before or after it begins.
import java.util.concurrent.locks.ReentrantLock;

public class LockInterruptibly {
    static final ReentrantLock LOCK = new ReentrantLock();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                LOCK.lockInterruptibly();
                throw new IllegalStateException("main holds the lock");
            } catch (InterruptedException expected) {
                assert !LOCK.isHeldByCurrentThread();
            }
        });
        LOCK.lock();
        other.start();
        other.interrupt();
        other.join();
        LOCK.unlock();
    }
}
