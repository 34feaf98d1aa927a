// scan: candidates=LocalWriteUnderReadLock$Gauge.value
// races: LocalWriteUnderReadLock$Gauge.value
// A gauge is written under the read lock.
// Racy: two threads may hold the read lock at once.
// Twin: LocalReadWriteLock.java
import java.util.concurrent.locks.ReentrantReadWriteLock;

public class LocalWriteUnderReadLock {
    static final class Gauge {
        private final ReentrantReadWriteLock lock = new ReentrantReadWriteLock();
        private int value;

        void raise() {
            lock.readLock().lock();
            try {
                value++;
            } finally {
                lock.readLock().unlock();
            }
        }
    }

    public static void main(String[] args) {
        Gauge gauge = new Gauge();
        new Thread(gauge::raise).start();
        new Thread(gauge::raise).start();
    }
}
