package raceproof.agent;

import java.io.InputStream;
import java.io.Reader;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Hashtable;
import java.util.List;
import java.util.Map;
import java.util.Vector;

/** What transformed code calls where it synchronises by means of the language: monitors, waiting, threads, permits. */
public final class Sync {
    private static final int NOTIFY = Names.topic("notify");
    private static final int INTERRUPT = Names.topic("interrupt");
    private static final int PERMIT = Names.topic("permit");

    private static final int FENCES = Names.variable("java.(fences)");

    /** How often a message was sent, by its key: whoever waits sees whether there was one meanwhile. */
    private static final LongMap SENT = new LongMap();

    private Sync() {}

    // ---- stripes of what is no variable: keys that no variable has

    static long lockStripe(int id) {
        return 1L << 61 | id;
    }

    static long messageStripe(int id) {
        return 1L << 62 | id;
    }

    // ---- monitors

    @DontInline
    public static void acquired(Object lock, Log log, int location) {
        lockEvent(lock, log, location | Kind.ACQUIRE);
        if (locksItself(lock)) {
            collectionEvent(lock, log, location);
        }
    }

    @DontInline
    public static void releasing(Object lock, Log log, int location) {
        if (lock != null) {
            if (locksItself(lock)) {
                collectionEvent(lock, log, location);
            }
            lockEvent(lock, log, location | Kind.RELEASE);
        }
    }

    /**
     * In a collection or a stream of the library, only if the program called it, and there is its place. One update inside the lock
     * stands for the whole: of what is done there nothing is recorded but by methods of the program that are called back, and it decides
     * what others find. (Nobody finds what is written to a stream: there the lock is all.)
     */
    public static void acquiredInside(Object lock, Log log, int location) {
        if (log.site != 0 && !log.busy) {
            if (decidesWhatOthersFind(lock)) {
                log.insideCalls.begin(lock, true, log.site);
                collectionEvent(lock, log, log.site);
            } else {
                lockEvent(lock, log, log.site | Kind.ACQUIRE);
            }
        }
    }

    public static void releasingInside(Object lock, Log log, int location) {
        if (log.site != 0 && !log.busy && !decidesWhatOthersFind(lock)) {
            lockEvent(lock, log, log.site | Kind.RELEASE);
        }
        LibraryStores.finished(lock);
    }

    private static boolean decidesWhatOthersFind(Object lock) {
        return lock instanceof Collection || lock instanceof Map || lock instanceof StringBuffer || lock instanceof InputStream
            || lock instanceof Reader;
    }

    /** The program locks what would lock itself, and be told so by that variable alone. */
    private static boolean locksItself(Object lock) {
        return lock instanceof Vector || lock instanceof Hashtable || lock instanceof StringBuffer || lock instanceof InputStream
            || lock instanceof Reader || (lock instanceof Collection || lock instanceof Map)
                && lock.getClass().getName().startsWith("java.util.Collections$Synchronized");
    }

    private static void collectionEvent(Object lock, Log log, int location) {
        int id = Ids.token(lock);
        log.event(id, id, location | Kind.ORDERED_UPDATE);
    }

    static void lockEvent(Object lock, Log log, int access) {
        int id = log.lockId(lock);
        log.event(id, lockStripe(id), access);
        log.sections.lockEvent(lock, log, access & Kind.MASK);
    }

    public static void await(Object lock, Log log, int location) throws InterruptedException {
        await(lock, Object::wait, log, location);
    }

    public static void await(Object lock, long millis, Log log, int location) throws InterruptedException {
        await(lock, object -> object.wait(millis), log, location);
    }

    public static void await(Object lock, long millis, int nanos, Log log, int location) throws InterruptedException {
        await(lock, object -> object.wait(millis, nanos), log, location);
    }

    /** The very method that the program calls: its stack may be looked at. */
    private interface Waiting {
        void on(Object lock) throws InterruptedException;
    }

    private static void await(Object lock, Waiting waiting, Log log, int location) throws InterruptedException {
        try {
            if (lock == null || !Thread.holdsLock(lock)) {
                waiting.on(lock);
                return;
            }
            long before = beginWait(lock, log, location);
            try {
                waiting.on(lock);
            } finally {
                endWait(lock, before, log, location);
            }
        } catch (InterruptedException | RuntimeException thrown) {
            thrown.setStackTrace(withoutUs(thrown.getStackTrace()));
            throw thrown;
        }
    }

    /** The stack as it is if the program waits itself. */
    private static StackTraceElement[] withoutUs(StackTraceElement[] stack) {
        List<StackTraceElement> kept = new ArrayList<>();
        for (StackTraceElement each : stack) {
            if (!each.getClassName().startsWith("raceproof.agent.")) {
                kept.add(each);
            }
        }
        return kept.toArray(new StackTraceElement[0]);
    }

    static long beginWait(Object lock, Log log, int location) {
        lockEvent(lock, log, location | Kind.WAIT);
        return sent(message(lock, NOTIFY));
    }

    static void endWait(Object lock, long before, Log log, int location) {
        int message = message(lock, NOTIFY);
        if (sent(message) != before) {
            messageEvent(message, log, location | Kind.AWAIT);
        }
        lockEvent(lock, log, location | Kind.WOKEN);
    }

    /** Who does not own the monitor notifies nobody, and is told so by the call itself. */
    public static void notifying(Object lock, Log log, int location) {
        if (lock != null && Thread.holdsLock(lock)) {
            signal(lock, log, location);
        }
    }

    static void signal(Object about, Log log, int location) {
        send(message(about, NOTIFY), log, location | Kind.SIGNAL);
    }

    /** The same of a condition, once a thread no longer waits for it. */
    static void notified(Object condition, Log log, int location) {
        receive(message(condition, NOTIFY), log, location | Kind.AWAIT);
    }

    // ---- messages

    static int message(Object about, int topic) {
        return Names.message(about, Ids.of(about), topic);
    }

    static void noteSent(int message) {
        synchronized (SENT) {
            SENT.put(message, SENT.get(message) + 1 & Integer.MAX_VALUE);
        }
    }

    static void send(int message, Log log, int access) {
        noteSent(message);
        messageEvent(message, log, access);
    }

    static int sent(int message) {
        synchronized (SENT) {
            return SENT.get(message);
        }
    }

    static void messageEvent(int message, Log log, int access) {
        log.event(message, messageStripe(message), access);
    }

    /** Receives what was sent, if anything was. */
    static void receive(int message, Log log, int access) {
        if (sent(message) >= 0) {
            messageEvent(message, log, access);
        }
    }

    /**
     * Which opaque or plain access hands over what stands before a fence to what stands behind another is not followed: each fence is
     * ordered before all later ones, so races are missed and none is told wrongly.
     */
    public static void fence(Log log, int location) {
        if (!log.busy) {
            log.event(FENCES, FENCES, location | Kind.ORDERED_UPDATE);
        }
    }

    // ---- threads

    static void fork(Thread thread, Log log, int location) {
        if (!(thread instanceof Flusher)) {
            Log child = Threads.of(thread);
            // A thread that is forked while it runs is one that could not be started again.
            if (child.thread == null) {
                child.isForeign = !log.isStarting || log.unknownCalls > 0;
                log.event(child.number, Threads.threadKey(child), location | Kind.FORK);
            }
            log.isStarting = false;
        }
    }

    static void joined(Thread thread, Log log, int location) {
        if (!(thread instanceof Flusher) && !thread.isAlive()) {
            Log child = Threads.of(thread);
            if (child.thread != null && child != log) {
                log.advance(child.time);
                log.event(child.number, Threads.threadKey(child), location | Kind.JOIN);
            }
        }
    }

    /** What `isAlive` said. */
    public static void alive(Thread thread, boolean isAlive, Log log, int location) {
        if (!isAlive) {
            joined(thread, log, location);
        }
    }

    static void interrupting(Thread thread, Log log, int location) {
        if (thread != null) {
            send(message(thread, INTERRUPT), log, location | Kind.SEND);
            // Who is interrupted does not stay in `park`, either.
            send(message(thread, PERMIT), log, location | Kind.SIGNAL);
        }
    }

    static void seenInterrupt(Thread thread, Log log, int location) {
        receive(message(thread, INTERRUPT), log, location | Kind.RECEIVE);
    }

    /** What `isInterrupted` said. */
    public static void interrupted(Thread thread, boolean isInterrupted, Log log, int location) {
        if (isInterrupted) {
            seenInterrupt(thread, log, location);
        }
    }

    /** What `Thread.interrupted` said. */
    public static void interrupted(boolean isInterrupted, Log log, int location) {
        if (isInterrupted) {
            seenInterrupt(Thread.currentThread(), log, location);
        }
    }

    public static void unparking(Thread thread, Log log, int location) {
        if (thread != null) {
            send(message(thread, PERMIT), log, location | Kind.SIGNAL);
        }
    }

    public static void parked(Log log, int location) {
        receive(message(Thread.currentThread(), PERMIT), log, location | Kind.AWAIT);
    }
}
