// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalMonitorStateException every=true
// A lock of the program's takes its owner back behind the write that frees it: it may be the next one's then, who is told that it has no lock.
// Schedule: the lock is freed, the other takes it and notes itself, the first takes that back, the other releases.
import java.util.concurrent.locks.AbstractQueuedSynchronizer;

public class OwnerTakenBackLate {
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
            setState(0);
            setExclusiveOwnerThread(null);
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
