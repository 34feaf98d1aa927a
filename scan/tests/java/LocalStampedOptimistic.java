// scan: candidates=LocalStampedOptimistic$Gauge.value
// races: LocalStampedOptimistic$Gauge.value
// A gauge is written under the write lock of a StampedLock and read optimistically, with validation.
// Racy: the read of a plain field may meet the write; validation rejects the value, but does not undo the race.
// Twin: LocalStampedLock.java
import java.util.concurrent.locks.StampedLock;

public class LocalStampedOptimistic {
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
            long stamp = lock.tryOptimisticRead();
            int seen = value;
            return lock.validate(stamp) ? seen : -1;
        }
    }

    public static void main(String[] args) {
        Gauge gauge = new Gauge();
        new Thread(gauge::raise).start();
        new Thread(gauge::get).start();
    }
}
