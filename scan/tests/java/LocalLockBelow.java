// scan: candidates=none
// races: none
// A counter is guarded by a lock of a class below the library's.
// Twin: LocalLockBelowOther.java
import java.util.concurrent.locks.ReentrantLock;

public class LocalLockBelow {
    static class Own extends ReentrantLock {
        int waiting() {
            return getQueueLength();
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
        LocalLockBelow shared = new LocalLockBelow();
        new Thread(shared::add).start();
        shared.add();
    }
}
