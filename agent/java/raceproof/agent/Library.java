package raceproof.agent;

import java.util.Set;
import java.util.concurrent.locks.ReentrantLock;
import java.util.concurrent.locks.ReentrantReadWriteLock;

/**
 * What the transformed methods of the Java library call: see {@link LibraryHooks} for which.
 *
 * Their place is where the program called the library, if that is known. The recorder's own use of the library is not recorded.
 */
public final class Library {
    private static final int TASK = Names.topic("task");
    private static final Set<String> QUIET_QUEUES = Set.of(
        "java.util.concurrent.LinkedBlockingQueue", "java.util.concurrent.ArrayBlockingQueue",
        "java.util.concurrent.LinkedBlockingDeque", "java.util.concurrent.SynchronousQueue",
        "java.util.concurrent.LinkedTransferQueue", "java.util.concurrent.ScheduledThreadPoolExecutor$DelayedWorkQueue");

    private Library() {}

    /** The current thread's log, or null if nothing is to be recorded now. */
    static Log log() {
        Log log = Log.current();
        return log.busy || log.isHolding() ? null : log;
    }

    static void lockEvent(Object lock, int kind) {
        Log log = log();
        if (log != null) {
            log.busy = true;
            Sync.lockEvent(lock, log, log.site | kind);
            log.busy = false;
        }
    }

    static void tokenEvent(Object about, int kind) {
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

    /** Who does not hold it gives nothing away, and gets an exception. */
    public static void unlock(Object lock, Object synchronizer) {
        if (((ReentrantLock) lock).isHeldByCurrentThread()) {
            release(synchronizer);
        }
    }

    public static void unlockWrite(Object lock, Object synchronizer) {
        if (((ReentrantReadWriteLock.WriteLock) lock).isHeldByCurrentThread()) {
            release(synchronizer);
        }
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

    /** A condition's lock is given away. One of the program's own is no lock here, but a state that it reads and writes. */
    public static void await(Object lock) {
        if (!(lock instanceof Tracked)) {
            lockEvent(lock, Kind.WAIT);
        }
    }

    public static void woken(Object lock) {
        if (!(lock instanceof Tracked)) {
            lockEvent(lock, Kind.WOKEN);
        }
    }

    public static void signal(Object condition) {
        Log log = log();
        if (log != null) {
            log.busy = true;
            Sync.signal(condition, log, log.site);
            log.busy = false;
        }
    }

    /** Which signal ended the waiting is not known: it comes behind all that there were, whether it was one of them or none. */
    public static void signalled(Object condition) {
        Log log = log();
        if (log != null) {
            log.busy = true;
            Sync.notified(condition, log, log.site);
            log.busy = false;
        }
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

    public static void update(Object about) {
        tokenEvent(about, Kind.ORDERED_UPDATE);
        Log.current().disown();
    }

    // ---- fields by which the library synchronises, behind their reads

    public static void seenResult(Object stage, Object result) {
        if (result != null) {
            read(stage);
        }
    }

    /** Of a FutureTask: no longer `NEW`. Whoever sees it `COMPLETING` already, as `isDone` may, comes after the task. */
    public static void seenState(Object task, int state) {
        if (state > 0) {
            read(task);
        }
    }

    /** Of a ForkJoinTask: negative when it has ended. */
    public static void seenStatus(Object task, int status) {
        if (status < 0) {
            read(task);
        }
    }

    /** Whoever looks at how many are missing either takes one away or is the last, who goes on with what all others have done. */
    public static void seenPending(Object task, int pending) {
        update(task);
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

    /** Sent again, it hands over also what the earlier sender did: nobody can tell which of the two is received. */
    public static void send(Object task) {
        Log log = log();
        if (log != null && task != null) {
            log.busy = true;
            int message = Sync.message(task, TASK);
            Sync.receive(message, log, log.site | Kind.RECEIVE);
            Sync.send(message, log, log.site | Kind.SEND);
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

    /** An executor's queue works for the executor, whose own hooks say what is handed to whom; its locks would order more. */
    public static void mute(Object queue) {
        Log log = log();
        if (log != null && QUIET_QUEUES.contains(queue.getClass().getName())) {
            log.isMuted = true;
            log.busy = true;
        }
    }

    public static void unmute(Object executor) {
        Log log = Log.current();
        if (log.isMuted) {
            log.isMuted = false;
            log.busy = false;
        }
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

    public static void joined(Object state, Object thread) {
        joined(thread);
    }

    public static void interrupting(Object thread) {
        Log log = log();
        if (log != null) {
            log.busy = true;
            Sync.interrupting((Thread) thread, log, log.site);
            log.busy = false;
        }
    }

    /** An exception that says so has been made. */
    public static void interrupted(Object exception) {
        Log log = log();
        if (log != null) {
            log.busy = true;
            Sync.seenInterrupt(Thread.currentThread(), log, log.site);
            log.busy = false;
        }
    }

    /** The program's hooks have run: that is all. */
    public static void ended(Object hooks) {
        Log log = Log.current();
        log.busy = true;
        Flusher.end();
        log.busy = false;
    }

    /** The machine ends: it has waited for all threads but daemons. */
    public static void ending(Object hooks) {
        Log log = log();
        if (log != null) {
            log.busy = true;
            Threads.joinEnded(log);
            log.busy = false;
        }
    }
}
