// check: verdict=race-free every=true
// A lock of the program's takes its owner back before the write that frees it, as the documentation of the class has it.
// Race-free: whoever has the lock is its owner until it gives it back.
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class OwnerTakenBackFirst {
    static final class Mutex extends AbstractQueuedSynchronizer {
        @Override
        protected boolean tryAcquire(int ignored) {
            boolean taken = compareAndSetState(0, 1);
            if (taken) {
                setExclusiveOwnerThread(Thread.currentThread());
            }
            return taken;
        }

        @Override
        protected boolean tryRelease(int ignored) {
            if (getExclusiveOwnerThread() != Thread.currentThread()) {
                throw new IllegalMonitorStateException();
            }
            setExclusiveOwnerThread(null);
            setState(0);
            return true;
        }
    }

    static int counted;

    static void count(Mutex mutex) {
        mutex.acquire(1);
        counted++;
        mutex.release(1);
    }

    public static void main(String[] args) throws InterruptedException {
        Mutex mutex = new Mutex();
        Thread other = new Thread(() -> count(mutex));
        other.start();
        count(mutex);
        other.join();
    }
}
