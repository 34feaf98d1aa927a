package raceproof.agent;

import java.util.Queue;
import java.util.concurrent.BlockingQueue;

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

    public static void put(Object collection) {
        if (log(collection) != null) {
            Library.tokenEvent(collection, Kind.ORDERED_UPDATE);
            if (collection instanceof Queue) {
                // What is in queues is work, mostly.
                Log.current().disown();
            }
        }
    }

    public static void taken(Object collection) {
        if (log(collection) != null) {
            Library.read(collection);
        }
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
