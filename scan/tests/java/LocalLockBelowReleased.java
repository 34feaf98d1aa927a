// scan: candidates=LocalLockBelowReleased.count
// races: LocalLockBelowReleased.count
// The class below the library's takes the lock and lets it go again.
// Twin: LocalLockBelow.java
import java.util.concurrent.locks.ReentrantLock;

public class LocalLockBelowReleased {
    static class Own extends ReentrantLock {
        @Override
        public void lock() {
            super.lock();
            super.unlock();
        }

        @Override
        public void unlock() {
        }
    }

    private final Own lock = new Own();
    private int count;

    void add() {
        lock.lock();
        try {
            count++;
        } finally {
            lock.unlock();
        }
    }

    public static void main(String[] none) {
        LocalLockBelowReleased shared = new LocalLockBelowReleased();
        new Thread(shared::add).start();
        shared.add();
    }
}
