package raceproof.agent;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Which log is whose. A thread number is given when the thread is started, or appears without that. */
final class Threads {
    private static final int ROUNDS_UNTIL_FORGOTTEN = 100;

    /** Open addressing by `getId`, which a subclass may have changed: it only says where to look. Replaced when it changes. */
    static Log[] table = new Log[64];
    private static Thread[] owners = new Thread[64];
    private static int[] ages = new int[64];
    private static int size;

    /** Threads that have ended, for those who join them later. */
    private static final IdentityMap<Log> ENDED = new IdentityMap<>();
    /** Numbers and last times of those that were no daemons: the end of the machine has waited for them. */
    private static final List<long[]> FINISHED = new ArrayList<>();
    private static final Map<String, Integer> NAMES = new HashMap<>();
    /** That of the recorder's own threads. */
    private static final Log NOBODY = new Log(0, true);
    private static int count;

    static {
        NOBODY.busy = true;
    }

    private Threads() {}

    /** The log of the current thread, which begins now if it is new. */
    @DontInline
    static Log find(Thread thread) {
        if (thread instanceof Flusher || servesVirtual(thread)) {
            return NOBODY;
        }
        Log log = of(thread);
        if (log.thread != thread) {
            log.thread = thread;
            log.event(0, threadKey(log), Kind.BEGIN);
        }
        return log;
    }

    /** The key of the stripe for starting and ending a thread. */
    static long threadKey(Log log) {
        return ~(long) log.number;
    }

    /** The log of any thread. */
    static synchronized Log of(Thread thread) {
        int at = place(owners, thread);
        if (owners[at] == thread) {
            return table[at];
        }
        Log ended = ENDED.get(thread, null);
        if (ended != null) {
            return ended;
        }
        if (++size * 4 > owners.length) {
            rebuild(owners.length * 2, List.of());
            at = place(owners, thread);
        }
        Log made = new Log(Names.thread(name(thread)), isVirtual(thread));
        count++;
        owners[at] = thread;
        table[at] = made;
        return made;
    }

    static synchronized int count() {
        return count;
    }

    static synchronized List<Log> all() {
        List<Log> all = new ArrayList<>();
        for (Log log : table) {
            if (log != null) {
                all.add(log);
            }
        }
        return all;
    }

    /** Takes out those who have ended and now are written completely. */
    static void forgetEnded() {
        List<Log> ended = ended();
        for (Log log : ended) {
            log.flush(Long.MAX_VALUE);
            log.forget();
        }
        if (!ended.isEmpty()) {
            synchronized (Threads.class) {
                size -= ended.size();
                rebuild(owners.length, ended);
            }
        }
    }

    /** The current thread has waited for the end of all that are no daemons. */
    static void joinEnded(Log log) {
        List<long[]> ended;
        synchronized (Threads.class) {
            ended = new ArrayList<>(FINISHED);
            for (int at = 0; at < owners.length; at++) {
                if (owners[at] != null && isFinished(owners[at], table[at])) {
                    ended.add(numberAndTime(table[at]));
                }
            }
        }
        for (long[] other : ended) {
            log.advance(other[1]);
            log.event(other[0], ~other[0], Kind.JOIN);
        }
    }

    private static long[] numberAndTime(Log log) {
        return new long[] {log.number, log.time};
    }

    private static boolean isFinished(Thread owner, Log log) {
        return log.thread == owner && !owner.isAlive() && !owner.isDaemon();
    }

    /** One that never began may be about to start, so it gets time. */
    private static synchronized List<Log> ended() {
        List<Log> ended = new ArrayList<>();
        for (int at = 0; at < owners.length; at++) {
            Thread owner = owners[at];
            if (owner != null && !owner.isAlive()) {
                if (table[at].thread == owner || ++ages[at] > ROUNDS_UNTIL_FORGOTTEN) {
                    ended.add(table[at]);
                    if (isFinished(owner, table[at])) {
                        FINISHED.add(numberAndTime(table[at]));
                    }
                    Log log = table[at];
                    ENDED.get(owner, thread -> log);
                }
            }
        }
        return ended;
    }

    private static int place(Thread[] owners, Thread thread) {
        int mask = owners.length - 1;
        int at = (int) thread.getId() & mask;
        while (owners[at] != null && owners[at] != thread) {
            at = at + 1 & mask;
        }
        return at;
    }

    private static void rebuild(int length, List<Log> without) {
        Thread[] newOwners = new Thread[length];
        Log[] newTable = new Log[length];
        int[] newAges = new int[length];
        for (int from = 0; from < owners.length; from++) {
            if (owners[from] != null && !without.contains(table[from])) {
                int at = place(newOwners, owners[from]);
                newOwners[at] = owners[from];
                newTable[at] = table[from];
                newAges[at] = ages[from];
            }
        }
        owners = newOwners;
        ages = newAges;
        table = newTable;
    }

    private static String name(Thread thread) {
        String name = thread.getName();
        if (name.isEmpty()) {
            name = isVirtual(thread) ? "virtual" : "thread";
        }
        int uses = NAMES.merge(name, 1, Integer::sum);
        return uses == 1 ? name : name + "#" + uses;
    }

    /**
     * Threads that carry virtual ones, or wake them. They run nothing of the program by themselves, and must not wait for a lock of
     * the recorder: a virtual thread that holds it may be waiting for them.
     */
    private static boolean servesVirtual(Thread thread) {
        return thread.getClass().getName().equals("jdk.internal.misc.CarrierThread") || thread.getName().startsWith("VirtualThread-");
    }

    /** There is a method for that, but not in 17. */
    private static boolean isVirtual(Thread thread) {
        return thread.getClass().getName().startsWith("java.lang.VirtualThread")
            || thread.getClass().getName().startsWith("java.lang.ThreadBuilders$BoundVirtualThread");
    }
}
