// scan: candidates=LocalLockBelowOther.count
// races: LocalLockBelowOther.count
// The class below the library's lets everybody in.
// Twin: LocalLockBelow.java
import java.util.concurrent.locks.ReentrantLock;

public class LocalLockBelowOther {
    static class Own extends ReentrantLock {
        @Override
        public void lock() {
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
        LocalLockBelowOther shared = new LocalLockBelowOther();
        new Thread(shared::add).start();
        shared.add();
    }
}
