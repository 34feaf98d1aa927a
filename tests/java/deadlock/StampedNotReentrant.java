// check: verdict=violated kind=deadlock
// A writer calls a reader of the same StampedLock, which is not reentrant, if it sees a flag.
// Schedule: main sets the flag before the thread reads it.
// No data race: the flag is volatile.
import java.util.concurrent.locks.StampedLock;

public class StampedNotReentrant {
    static final StampedLock LOCK = new StampedLock();
    static volatile boolean verbose;

    public static void main(String[] args) {
        new Thread(() -> {
            long stamp = LOCK.writeLock();
            if (verbose) {
                LOCK.unlockRead(LOCK.readLock());
            }
            LOCK.unlockWrite(stamp);
        }).start();
        verbose = true;
    }
}
