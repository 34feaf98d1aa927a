package raceproof.agent;

/** The kinds of events, numbered as in the file format, and the sorts of names. */
final class Kind {
    static final int READ = 0;
    static final int WRITE = 1;
    static final int ORDERED_READ = 2;
    static final int ORDERED_WRITE = 3;
    static final int ORDERED_UPDATE = 4;
    static final int ACQUIRE = 5;
    static final int RELEASE = 6;
    static final int ACQUIRE_SHARED = 7;
    static final int RELEASE_SHARED = 8;
    static final int WAIT = 9;
    static final int WOKEN = 10;
    static final int FORK = 11;
    static final int BEGIN = 12;
    static final int END = 13;
    static final int JOIN = 14;
    static final int SEND = 15;
    static final int RECEIVE = 16;
    static final int SIGNAL = 17;
    static final int AWAIT = 18;
    static final int OPAQUE_READ = 19;
    static final int OPAQUE_WRITE = 20;

    static final int BITS = 5;
    static final int MASK = (1 << BITS) - 1;

    static final int VARIABLE = 0;
    static final int LOCK = 1;
    static final int THREAD = 2;
    static final int MESSAGE = 3;
    static final int LOCATION = 4;
    static final int NOTHING = 5;

    private static final int[] SORT = {
        VARIABLE, VARIABLE, VARIABLE, VARIABLE, VARIABLE, LOCK, LOCK, LOCK, LOCK, LOCK, LOCK,
        THREAD, NOTHING, NOTHING, THREAD, MESSAGE, MESSAGE, MESSAGE, MESSAGE, VARIABLE, VARIABLE,
    };

    /** Those by which another thread may come to know what this one did before. */
    static boolean releases(int kind) {
        return (RELEASING >>> kind & 1) != 0;
    }

    static int sort(int kind) {
        return SORT[kind];
    }

    private static final int RELEASING = 1 << ORDERED_WRITE | 1 << ORDERED_UPDATE | 1 << RELEASE | 1 << RELEASE_SHARED | 1 << WAIT
        | 1 << FORK | 1 << END | 1 << SEND | 1 << SIGNAL | 1 << OPAQUE_WRITE;

    /** Those of variables that may change what others read. */
    static boolean writes(int kind) {
        return (WRITING >>> kind & 1) != 0;
    }

    private static final int WRITING = 1 << WRITE | 1 << ORDERED_WRITE | 1 << ORDERED_UPDATE | 1 << OPAQUE_WRITE;

    /** Those behind which another phase of the thread begins. */
    static boolean synchronises(int kind) {
        return ((RELEASING | ACQUIRING) >>> kind & 1) != 0;
    }

    /** Those by which it gives work away, and with it objects of which it may go on to use. */
    static boolean handsOver(int kind) {
        return kind == FORK || kind == SEND;
    }

    /** Those that another thread may hold up. */
    static boolean acquires(int kind) {
        return (ACQUIRING >>> kind & 1) != 0;
    }

    private static final int ACQUIRING = 1 << ACQUIRE | 1 << ACQUIRE_SHARED | 1 << WOKEN | 1 << JOIN | 1 << RECEIVE | 1 << AWAIT;

    private Kind() {}
}
