package raceproof.agent;

/**
 * What the transformed methods of the Java library call: see {@link LibraryHooks} for which.
 *
 * Their place is where the program called the library, if that is known. The recorder's own use of the library is not recorded.
 */
public final class Library {
    private static final int TASK = Names.topic("task");

    private Library() {}

    /** The current thread's log, or null if nothing is to be recorded now. */
    private static Log log() {
        Log log = Log.current();
        return log.busy || log.isHolding() ? null : log;
    }

    private static void lockEvent(Object lock, int kind) {
        Log log = log();
        if (log != null) {
            log.busy = true;
            Sync.lockEvent(lock, log, log.site | kind);
            log.busy = false;
        }
    }

    private static void tokenEvent(Object about, int kind) {
        Log log = log();
        // A stage that has been completed has forgotten what it depended on.
        if (log != null && about != null) {
            log.busy = true;
            int id = Ids.token(about);
            log.event(id, id, log.site | kind);
            log.busy = false;
        }
    }

    // ---- locks

    public static void acquire(Object lock) {
        lockEvent(lock, Kind.ACQUIRE);
    }

    public static void acquire(boolean isTaken, Object lock) {
        if (isTaken) {
            lockEvent(lock, Kind.ACQUIRE);
        }
    }

    public static void acquire(long stamp, Object lock) {
        acquire(stamp != 0, lock);
    }

    public static void release(Object lock) {
        lockEvent(lock, Kind.RELEASE);
    }

    public static void acquireShared(Object lock) {
        lockEvent(lock, Kind.ACQUIRE_SHARED);
    }

    public static void acquireShared(boolean isTaken, Object lock) {
        if (isTaken) {
            lockEvent(lock, Kind.ACQUIRE_SHARED);
        }
    }

    public static void acquireShared(long stamp, Object lock) {
        acquireShared(stamp != 0, lock);
    }

    public static void releaseShared(Object lock) {
        lockEvent(lock, Kind.RELEASE_SHARED);
    }

    /** A condition's lock is given away. Its notifications are not told apart, so no message is noted. */
    public static void await(Object lock) {
        lockEvent(lock, Kind.WAIT);
    }

    public static void woken(Object lock) {
        lockEvent(lock, Kind.WOKEN);
    }

    // ---- tokens: variables that stand for the state of an object of the library

    public static void write(Object about) {
        tokenEvent(about, Kind.ORDERED_WRITE);
        Log.current().disown();
    }

    public static void read(Object about) {
        tokenEvent(about, Kind.ORDERED_READ);
    }

    public static void read(boolean isDone, Object about) {
        if (isDone) {
            read(about);
        }
    }

    public static void read(long result, Object about) {
        read(about);
    }

    public static void read(Object result, Object about) {
        if (result != null && about != null) {
            read(about);
        }
    }

    // ---- the same for collections, if the program calls

    private static boolean isCalled() {
        return Log.current().site != 0;
    }

    public static void putInto(Object collection) {
        if (isCalled()) {
            tokenEvent(collection, Kind.ORDERED_WRITE);
        }
    }

    public static void takenFrom(Object collection) {
        if (isCalled()) {
            read(collection);
        }
    }

    public static void takenFrom(Object result, Object collection) {
        if (result != null) {
            takenFrom(collection);
        }
    }

    public static void update(Object about) {
        tokenEvent(about, Kind.ORDERED_UPDATE);
        Log.current().disown();
    }

    public static void update(boolean isDone, Object about) {
        if (isDone) {
            update(about);
        }
    }

    public static void update(Object result, Object about) {
        if (result != null) {
            update(about);
        }
    }

    public static void update(int result, Object about) {
        update(about);
    }

    // ---- tasks

    public static void send(Object task) {
        Log log = log();
        if (log != null && task != null) {
            log.busy = true;
            Sync.send(Sync.message(task, TASK), log, log.site | Kind.SEND);
            log.busy = false;
        }
    }

    public static void receive(Object task) {
        Log log = log();
        if (log != null && task != null) {
            log.busy = true;
            Sync.receive(Sync.message(task, TASK), log, log.site | Kind.RECEIVE);
            log.busy = false;
        }
    }

    /** The task is the result. */
    public static void receive(Object task, Object about) {
        receive(task);
    }

    // ---- threads

    public static void fork(Object thread) {
        Log log = log();
        if (log != null) {
            log.busy = true;
            Sync.fork((Thread) thread, log, log.site);
            log.busy = false;
        }
    }

    public static void joined(Object thread) {
        Log log = log();
        if (log != null) {
            log.busy = true;
            Sync.joined((Thread) thread, log, log.site);
            log.busy = false;
        }
    }

    public static void joined(boolean hasEnded, Object thread) {
        joined(thread);
    }
}
