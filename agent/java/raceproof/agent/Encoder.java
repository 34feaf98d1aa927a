package raceproof.agent;

/** The events of one thread, as columns of a `T` block. */
final class Encoder {
    private static final int SAME_LOCATION = 0x40;

    private final int thread;
    private final long firstEvent;
    private final long[] lastObjects = new long[Kind.NOTHING];
    private long lastLocation;
    private final long base;
    private long time;
    private int count;
    private final Bytes ops = new Bytes();
    private final Bytes objects = new Bytes();
    private final Bytes locations = new Bytes();
    private final Bytes times = new Bytes();

    /** Of the same thread, `firstEvent` events precede, the last of them at `time`. */
    Encoder(int thread, long time, long firstEvent) {
        this.thread = thread;
        this.firstEvent = firstEvent;
        this.base = time;
        this.time = time;
    }

    /** The time of the last event. */
    long time() {
        return time;
    }

    /** Adds an event, unless it is too late. */
    boolean add(long key, long distanceAndAccess, long latest) {
        long distance = distanceAndAccess >>> 32;
        if (time + distance > latest) {
            return false;
        }
        time += distance;
        times.varint(count++ == 0 ? time : distance);
        int kind = (int) distanceAndAccess & Kind.MASK;
        int location = (int) distanceAndAccess >>> Kind.BITS;
        ops.add(kind | (location == lastLocation ? SAME_LOCATION : 0));
        if (location != lastLocation) {
            locations.zigzag(location - lastLocation);
            lastLocation = location;
        }
        int sort = Kind.sort(kind);
        if (sort != Kind.NOTHING) {
            long id = sort == Kind.THREAD ? key : IdCache.id(sort, key);
            objects.zigzag(id - lastObjects[sort]);
            lastObjects[sort] = id;
        }
        return true;
    }

    void write() {
        if (count > 0) {
            Bytes head = new Bytes();
            head.varint(thread);
            for (Bytes column : new Bytes[] {ops, objects, locations, times}) {
                head.add(column);
            }
            TraceFile.write('T', firstEvent, count, head);
        }
    }
}
