package raceproof.agent;

import java.util.Queue;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.ConcurrentHashMap;

/** What the concurrent collections call: see {@link LibraryCollections}. */
public final class LibraryStores {
    private static final int BINS = 16;
    /** Of keys whose hash would have to be computed by the program. */
    private static final int OTHERS = BINS;
    private static final int[] FIELDS = new int[BINS + 1];

    static {
        for (int at = 0; at <= BINS; at++) {
            FIELDS[at] = Names.fieldNumber("java.(bin " + at + ")");
        }
    }

    private LibraryStores() {}

    /** Whether the program calls the collection, or one of the library's threads that works for it. */
    private static Log log(Object collection) {
        Log log = Library.log();
        return log != null && (log.site != 0 || collection instanceof BlockingQueue) ? log : null;
    }

    /** A method begins that may change the collection. */
    public static void put(Object collection) {
        Log inside = log(collection);
        if (inside != null) {
            inside.insideCalls.begin(collection, true, inside.site);
            Library.tokenEvent(collection, Kind.ORDERED_UPDATE);
            if (collection instanceof Queue) {
                // What is in queues is work, mostly.
                Log.current().disown();
            }
        }
    }

    /** One that changes nothing. */
    public static void look(Object collection) {
        Log log = log(collection);
        if (log != null) {
            log.insideCalls.begin(collection, false, log.site);
        }
    }

    /** Either ends. What it has called back may have called the library, too. */
    public static void finished(Object collection) {
        Log log = Log.current();
        int site = log.insideCalls.end(collection);
        if (site >= 0) {
            log.site = site;
        }
    }

    public static void returned(Object collection) {
        finished(collection);
        taken(collection);
    }

    public static void taken(Object collection) {
        if (log(collection) != null) {
            Library.read(collection);
        }
    }

    /** A method calls the program: what others have put may be in its hands. */
    @DontInline
    static void calledBack(Log log, int location) {
        insideEvent(log, location | Kind.ORDERED_READ);
    }

    /** What the program has done then is done when the change is. */
    @DontInline
    static void endsCallBack(Log log, int location) {
        if (log.insideCalls.isChange()) {
            insideEvent(log, location | Kind.ORDERED_UPDATE);
        }
    }

    private static void insideEvent(Log log, int locationAndKind) {
        Object collection = log.insideCalls.collection();
        log.busy = true;
        int id = collection instanceof ConcurrentHashMap ? Names.field(collection, Ids.of(collection), FIELDS[OTHERS]) : Ids.token(collection);
        log.busy = false;
        log.event(id, id, locationAndKind);
    }

    private static void event(Log log, Object map, int bin, int kind) {
        int id = Names.field(map, Ids.of(map), FIELDS[bin]);
        log.event(id, id, log.site | kind);
    }

    private static int bin(Object key) {
        if (!(key instanceof String || key instanceof Integer || key instanceof Long || key instanceof Enum)) {
            return OTHERS;
        }
        int hash = key.hashCode();
        return (hash ^ hash >>> 16) & BINS - 1;
    }

    public static void putKey(Object map, Object key) {
        Log log = log(map);
        if (log != null && key != null) {
            log.busy = true;
            event(log, map, bin(key), Kind.ORDERED_UPDATE);
            log.busy = false;
        }
    }

    public static void takeKey(Object map, Object key) {
        Log log = log(map);
        if (log != null && key != null) {
            log.busy = true;
            event(log, map, bin(key), Kind.ORDERED_READ);
            log.busy = false;
        }
    }

    public static void putAll(Object map) {
        Log log = log(map);
        if (log != null) {
            log.busy = true;
            for (int bin = 0; bin <= BINS; bin++) {
                event(log, map, bin, Kind.ORDERED_UPDATE);
            }
            log.busy = false;
        }
    }

    public static void takeAll(Object map) {
        Log log = log(map);
        if (log != null) {
            log.busy = true;
            int number = Ids.of(map);
            for (int bin = 0; bin <= BINS; bin++) {
                int id = Names.knownField(number, FIELDS[bin]);
                if (id >= 0) {
                    log.event(id, id, log.site | Kind.ORDERED_READ);
                }
            }
            log.busy = false;
        }
    }
}
