// scan: candidates=none
// races: none
// A gauge is written under the write lock and read under the read lock.
// Proved by the local lock: a write excludes both, and reads need not exclude each other.
// Twin: LocalWriteUnderReadLock.java
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LocalReadWriteLock {
    static final class Gauge {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private int value;

        void raise() {
            lock.writeLock().lock();
            try {
                value++;
            } finally {
                lock.writeLock().unlock();
            }
        }

        int get() {
            lock.readLock().lock();
            try {
                return value;
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Gauge gauge = new Gauge();
            new Thread(gauge::raise).start();
            new Thread(gauge::get).start();
        }
    }
}
