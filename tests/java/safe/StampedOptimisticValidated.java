// check: verdict=passed
// An optimistic read of two fields that a writer changes, trusted only if the stamp is still valid.
// Passed: a valid stamp means that no writer was there in between.
// No data race: the fields are volatile (plain ones would race with the writer).
import java.util.concurrent.locks.StampedLock;

public class StampedOptimisticValidated {
    static final StampedLock LOCK = new StampedLock();
    static volatile int left;
    static volatile int right;

    public static void main(String[] args) {
        new Thread(() -> {
            long stamp = LOCK.writeLock();
            left = 1;
            right = 1;
            LOCK.unlockWrite(stamp);
        }).start();
        long stamp = LOCK.tryOptimisticRead();
        int seenLeft = left;
        int seenRight = right;
        if (stamp != 0 && LOCK.validate(stamp)) {
            assert seenLeft == seenRight;
        }
    }
}
