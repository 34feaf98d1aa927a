// scan: candidates=none
// races: none
// A gauge is written under the write lock of a StampedLock and read under its read lock.
// Proved by the local lock, as with a ReentrantReadWriteLock.
// Twin: LocalStampedOptimistic.java
import java.util.concurrent.locks.StampedLock;

public class LocalStampedLock {
    static final class Gauge {
        private final StampedLock lock = new StampedLock();
        private int value;

        void raise() {
            long stamp = lock.writeLock();
            try {
                value++;
            } finally {
                lock.unlockWrite(stamp);
            }
        }

        int get() {
            long stamp = lock.readLock();
            try {
                return value;
            } finally {
                lock.unlockRead(stamp);
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
