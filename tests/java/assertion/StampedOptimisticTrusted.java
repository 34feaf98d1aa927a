// check: verdict=violated kind=assertion
// StampedOptimisticValidated without the validation.
// Schedule: main takes its stamp and reads left, the writer changes both, main reads right.
// No data race: the fields are volatile.
import java.util.concurrent.locks.StampedLock;

public class StampedOptimisticTrusted {
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
        if (stamp != 0) {
            assert seenLeft == seenRight;
        }
    }
}
