package raceproof.agent;

/** The events of one thread, as columns of a `T` block. */
final class Encoder {
    private static final int SAME_LOCATION = 0x40;

    private final int thread;
    private final long firstEvent;
    private final long[] lastObjects = new long[Kind.NOTHING];
    private long lastLocation;
    private long time;
    private int count;
    private final Bytes ops;
    private final Bytes objects;
    private final Bytes locations;
    private final Bytes times;

    /** For at most `most` events of a thread; `firstEvent` of them precede, the last at `time`. */
    Encoder(int thread, long time, long firstEvent, int most) {
        this.thread = thread;
        this.firstEvent = firstEvent;
        this.time = time;
        ops = new Bytes(most);
        objects = new Bytes(most * 5);
        locations = new Bytes(most * 5);
        times = new Bytes(most * 5 + 10);
    }

    /** The time of the last event. */
    long time() {
        return time;
    }

    /** Adds an event, unless it is too late. Of each column there is room. */
    boolean add(long id, long distanceAndAccess, long latest) {
        long distance = distanceAndAccess >>> 32;
        if (time + distance > latest) {
            return false;
        }
        time += distance;
        times.putVarint(count++ == 0 ? time : distance);
        int kind = (int) distanceAndAccess & Kind.MASK;
        int location = (int) distanceAndAccess >>> Kind.BITS;
        if (location == lastLocation) {
            ops.put(kind | SAME_LOCATION);
        } else {
            ops.put(kind);
            locations.putZigzag(location - lastLocation);
            lastLocation = location;
        }
        int sort = Kind.sort(kind);
        if (sort != Kind.NOTHING) {
            objects.putZigzag(id - lastObjects[sort]);
            lastObjects[sort] = id;
        }
        return true;
    }

    void write() {
        if (count > 0) {
            Bytes head = new Bytes(10);
            head.varint(thread);
            TraceFile.write('T', firstEvent, count, head, ops, objects, locations, times);
        }
    }
}
