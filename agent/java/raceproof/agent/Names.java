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

    private static final Bytes NAME = new Bytes();
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
        Waiting waiting = WAITING[sort];
        NAME.clear();
        name(sort, key);
        waiting.bytes.varint(NAME.length());
        waiting.bytes.add(NAME);
        ids.put(key, waiting.count);
        return waiting.count++;
    }

    /** Puts together what is called `Class@n`, `Class@n.field`, `Class.field`, `type[]@n[index]`, `Class@n!topic`. */
    private static void name(int sort, long key) {
        int object = (int) (key >>> 32);
        int slot = (int) key;
        if (sort == Kind.LOCK) {
            object(slot);
        } else if (sort == Kind.MESSAGE) {
            if (object != 0) {
                object(object);
                NAME.add('!');
            }
            NAME.text8(TOPICS.get(slot));
        } else if (slot < 0) {
            object(object);
            NAME.add('[');
            NAME.decimal(slot ^ ELEMENT);
            NAME.add(']');
        } else {
            String field = FIELDS.get(slot);
            if (object == 0) {
                NAME.text8(field);
            } else {
                object(object);
                NAME.text8(field.substring(field.lastIndexOf('.')));
            }
        }
    }

    private static void object(int number) {
        NAME.text8(Ids.classOf(number));
        NAME.add('@');
        NAME.decimal(number);
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
