package raceproof.agent;

import java.util.Arrays;

/** The events of one thread, as columns of a `T` block, and then those of its next block. */
final class Encoder {
    private static final int NEXT_TIME = 0x20;
    private static final int SAME_LOCATION = 0x40;

    private final int thread;
    private final long[] lastObjects = new long[Kind.NOTHING + 1];
    private long time;
    private int count;
    private final Bytes ops;
    private final Bytes objects;
    private final Bytes locations;
    private final Bytes times;

    /** For at most `most` events of a thread. */
    Encoder(int thread, int most) {
        this.thread = thread;
        ops = new Bytes(most);
        objects = new Bytes(most * 5);
        locations = new Bytes(most * 5);
        times = new Bytes(most * 5 + 10);
    }

    /** The time of the last event. */
    long time() {
        return time;
    }

    /**
     * Takes events from a buffer, until its end or until one is too late, and says where that is.
     * The last event before them was at `before`. Of each column there is room.
     */
    int encode(long[] buffer, int from, int end, long before, long latest) {
        for (Bytes column : new Bytes[] {ops, objects, locations, times}) {
            column.clear();
        }
        Arrays.fill(lastObjects, 0);
        long[] last = lastObjects;
        int lastLocation = 0;
        long now = before;
        int at = from;
        for (; at < end; at += 2) {
            long distanceAndAccess = buffer[at + 1];
            long distance = distanceAndAccess >>> 32;
            if (now + distance > latest) {
                break;
            }
            now += distance;
            int op = (int) distanceAndAccess & Kind.MASK;
            int sort = Kind.sort(op);
            if (distance == 1 && at != from) {
                op |= NEXT_TIME;
            } else {
                times.putVarint(at == from ? now : distance);
            }
            int location = (int) distanceAndAccess >>> Kind.BITS;
            if (location == lastLocation) {
                ops.put(op | SAME_LOCATION);
            } else {
                ops.put(op);
                locations.putZigzag(location - lastLocation);
                lastLocation = location;
            }
            if (sort != Kind.NOTHING) {
                long id = buffer[at];
                objects.putZigzag(id - last[sort]);
                last[sort] = id;
            }
        }
        time = now;
        count = (at - from) / 2;
        return at;
    }

    /** Writes the block. So many events of the thread precede. */
    void write(long firstEvent) {
        if (count > 0) {
            Bytes head = new Bytes(10);
            head.varint(thread);
            TraceFile.write('T', firstEvent, count, head, ops, objects, locations, times);
        }
    }
}
