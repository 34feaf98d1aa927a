package raceproof.agent;

import java.util.concurrent.locks.StampedLock;

/**
 * StampedLock's conversions. What is given away is told before the library does it, what is gained after it: else others, who have
 * the lock meanwhile, would seem to have it at the same time.
 */
public final class LibraryStamps {
    private LibraryStamps() {}

    private static boolean isValid(Object lock, long stamp) {
        Log log = Library.log();
        if (log == null) {
            return false;
        }
        // It is hooked itself.
        log.busy = true;
        boolean isValid = ((StampedLock) lock).validate(stamp);
        log.busy = false;
        return isValid;
    }

    public static void toWrite(long result, Object lock, long stamp) {
        if (result == 0 || StampedLock.isWriteLockStamp(stamp)) {
            return;
        }
        if (StampedLock.isReadLockStamp(stamp)) {
            // The only reader, or it would have failed.
            Library.releaseShared(lock);
        }
        Library.acquire(lock);
    }

    /** A writer becomes a reader, which always succeeds. */
    public static void fromWrite(Object lock, long stamp) {
        if (StampedLock.isWriteLockStamp(stamp) && isValid(lock, stamp)) {
            releaseWrite(lock);
            Library.acquireShared(lock);
        }
    }

    public static void toRead(long result, Object lock, long stamp) {
        if (result != 0 && !StampedLock.isLockStamp(stamp)) {
            Library.acquireShared(lock);
        }
    }

    public static void toOptimistic(Object lock, long stamp) {
        if (!StampedLock.isLockStamp(stamp) || !isValid(lock, stamp)) {
            return;
        }
        if (StampedLock.isWriteLockStamp(stamp)) {
            releaseWrite(lock);
        } else {
            Library.releaseShared(lock);
        }
    }

    /** `tryUnlockWrite` and `tryUnlockRead` ask for no stamp, and do nothing if there is nothing to unlock. */
    public static void releaseAny(Object lock) {
        if (((StampedLock) lock).isWriteLocked()) {
            releaseWrite(lock);
        } else if (((StampedLock) lock).isReadLocked()) {
            Library.releaseShared(lock);
        }
    }

    private static void releaseWrite(Object lock) {
        Library.write(lock);
        Library.release(lock);
    }
}
