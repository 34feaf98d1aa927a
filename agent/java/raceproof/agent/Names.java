package raceproof.agent;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;

/**
 * The dense ids of the trace. A name waits here from the moment at which its id is given out until the next block is written, so
 * it stands in the file before any event that uses it.
 */
final class Names {
    /** The slot of a variable: a field's number, or with the sign bit an index of an array. */
    static final int ELEMENT = 1 << 31;

    private static final int BLOCK_BYTES = 1 << 20;

    /** The names of one sort that are not in the file yet. */
    private static final class Waiting {
        private int count;
        private int written;
        private Bytes bytes = new Bytes();

        int add(String name) {
            byte[] text = name.getBytes(StandardCharsets.UTF_8);
            bytes.varint(text.length);
            bytes.add(text, text.length);
            return count++;
        }
    }

    private static final Waiting[] WAITING = new Waiting[Kind.LOCATION + 1];
    private static final LongMap[] IDS = {new LongMap(), new LongMap(), new LongMap(), new LongMap()};
    private static final List<String> FIELDS = new ArrayList<>();
    private static final List<String> TOPICS = new ArrayList<>();

    static {
        for (int sort = 0; sort < WAITING.length; sort++) {
            WAITING[sort] = new Waiting();
        }
        location("(library)");
    }

    private Names() {}

    static synchronized int location(String text) {
        return WAITING[Kind.LOCATION].add(text);
    }

    static synchronized int thread(String name) {
        return WAITING[Kind.THREAD].add(name);
    }

    /** A number for a field; those of objects and those of classes are numbered together. */
    static synchronized int field(String name) {
        FIELDS.add(name);
        return FIELDS.size() - 1;
    }

    /** A number for a sort of messages. */
    static synchronized int topic(String name) {
        TOPICS.add(name);
        return TOPICS.size() - 1;
    }

    /** The dense id of the object of an event. */
    static synchronized int id(int sort, long key) {
        LongMap ids = IDS[sort];
        int known = ids.get(key);
        if (known >= 0) {
            return known;
        }
        int made = WAITING[sort].add(name(sort, key));
        ids.put(key, made);
        return made;
    }

    private static String name(int sort, long key) {
        int object = (int) (key >>> 32);
        int slot = (int) key;
        if (sort == Kind.LOCK) {
            return Ids.nameOf(slot);
        }
        if (sort == Kind.MESSAGE) {
            return Ids.nameOf(object) + "!" + TOPICS.get(slot);
        }
        if (slot < 0) {
            return Ids.nameOf(object) + "[" + (slot ^ ELEMENT) + "]";
        }
        String field = FIELDS.get(slot);
        return object == 0 ? field : Ids.nameOf(object) + field.substring(field.lastIndexOf('.'));
    }

    /** Writes all that waits. The file's lock is held. */
    static synchronized void write() {
        for (int sort = 0; sort < WAITING.length; sort++) {
            Waiting waiting = WAITING[sort];
            if (waiting.written < waiting.count) {
                Bytes head = new Bytes();
                head.add(sort);
                head.varint(waiting.written);
                head.varint(waiting.count - waiting.written);
                TraceFile.append('N', 0, 0, head, waiting.bytes);
                waiting.written = waiting.count;
                waiting.bytes = new Bytes();
            }
        }
    }

    /** Whether there is enough for a block, so that none becomes too large. */
    static synchronized boolean isPlenty() {
        for (Waiting waiting : WAITING) {
            if (waiting.bytes.length() > BLOCK_BYTES) {
                return true;
            }
        }
        return false;
    }
}
