package raceproof.agent;

import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The dense ids of the trace. A name waits here from the moment at which its id is given out until the next block is written, so
 * it stands in the file before any event that uses it.
 */
final class Names {
    private static final int BLOCK_BYTES = 1 << 20;

    /** The names of one sort that are not in the file yet. */
    private static final class Waiting {
        private int count;
        private int written;
        private Bytes bytes = new Bytes();

        /** The id of what {@link Names#NAME} says. */
        int add() {
            bytes.varint(NAME.length());
            bytes.add(NAME);
            return count++;
        }

        /** The same of a name that continues what {@link Names#NAME} says. */
        void add(byte[] rest, int length) {
            bytes.varint(NAME.length() + length);
            bytes.add(NAME);
            bytes.add(rest, length);
            count++;
        }

        int add(String name) {
            NAME.clear();
            NAME.text8(name);
            return add();
        }
    }

    private static final Bytes NAME = new Bytes();
    private static final Bytes INDEX = new Bytes();
    /** Names of classes, and beside them those of types as they stand in the names of objects. */
    private static final String[] TYPES = new String[256];
    private static final byte[][] TYPE_NAMES = new byte[256][];
    private static final Waiting[] WAITING = new Waiting[Kind.LOCATION + 1];
    private static final LongMap FIELDS_OF_OBJECTS = new LongMap();
    private static final LongMap LOCKS = new LongMap();
    private static final LongMap MESSAGES = new LongMap();
    private static final Map<String, Integer> VARIABLES = new HashMap<>();
    private static final Map<String, Integer> PLAIN_MESSAGES = new HashMap<>();
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

    /** The variable of that name: a static field. */
    static synchronized int variable(String name) {
        return VARIABLES.computeIfAbsent(name, WAITING[Kind.VARIABLE]::add);
    }

    /** The message of that name. */
    static synchronized int message(String name) {
        return PLAIN_MESSAGES.computeIfAbsent(name, WAITING[Kind.MESSAGE]::add);
    }

    /** A number for a field, for {@link #field}. */
    static synchronized int fieldNumber(String name) {
        FIELDS.add(name);
        return FIELDS.size() - 1;
    }

    /** A number for a sort of messages about objects. */
    static synchronized int topic(String name) {
        TOPICS.add(name);
        return TOPICS.size() - 1;
    }

    /**
     * Names an object's fields: they get consecutive ids. The object's number is the first of them plus one, so that it is never 0.
     */
    static synchronized int object(Object object, byte[][] fields) {
        Waiting variables = WAITING[Kind.VARIABLE];
        int number = variables.count + 1;
        startName(object, number);
        for (byte[] field : fields) {
            variables.add(field, field.length);
        }
        return number;
    }

    /** What stands behind an object's name in that of a field of it, from `Class.field`. */
    static byte[] ofField(String name) {
        return name.substring(name.lastIndexOf('.')).getBytes(StandardCharsets.UTF_8);
    }

    /** Names elements of an array, with consecutive ids; the first of these. Without a number, the array gets it by that. */
    static synchronized int elements(Object array, int number, int from, int count) {
        Waiting variables = WAITING[Kind.VARIABLE];
        int first = variables.count;
        startName(array, number == 0 ? first + 1 : number);
        for (int at = from; at < from + count; at++) {
            INDEX.clear();
            INDEX.add('[');
            INDEX.decimal(at);
            INDEX.add(']');
            variables.add(INDEX.array(), INDEX.length());
        }
        return first;
    }

    /** A field of which the object's layout knows nothing. */
    static synchronized int field(Object object, int number, int field) {
        long key = (long) number << 32 | field;
        int known = FIELDS_OF_OBJECTS.get(key);
        if (known < 0) {
            startName(object, number);
            String name = FIELDS.get(field);
            NAME.text8(name.substring(name.lastIndexOf('.')));
            known = WAITING[Kind.VARIABLE].add();
            FIELDS_OF_OBJECTS.put(key, known);
        }
        return known;
    }

    /** The same if it has been named, else -1. */
    static synchronized int knownField(int number, int field) {
        return FIELDS_OF_OBJECTS.get((long) number << 32 | field);
    }

    static synchronized int lock(Object lock, int number) {
        int known = LOCKS.get(number);
        if (known < 0) {
            startName(lock, number);
            known = WAITING[Kind.LOCK].add();
            LOCKS.put(number, known);
        }
        return known;
    }

    static synchronized int message(Object about, int number, int topic) {
        long key = (long) number << 32 | topic;
        int known = MESSAGES.get(key);
        if (known < 0) {
            startName(about, number);
            NAME.add('!');
            NAME.text8(TOPICS.get(topic));
            known = WAITING[Kind.MESSAGE].add();
            MESSAGES.put(key, known);
        }
        return known;
    }

    private static String typeOf(Object object) {
        return object instanceof Class ? ((Class<?>) object).getName() + ".class" : object.getClass().getTypeName();
    }

    private static void startName(Object object, int number) {
        Class<?> type = object.getClass();
        // A class keeps its name, so that this is the same object each time; but what is said of
        // an array's type is made each time.
        String name = type.getName();
        int at = name.hashCode() & TYPES.length - 1;
        if (object instanceof Class || TYPES[at] != name) {
            TYPES[at] = object instanceof Class ? null : name;
            TYPE_NAMES[at] = typeOf(object).getBytes(StandardCharsets.UTF_8);
        }
        NAME.clear();
        NAME.add(TYPE_NAMES[at], TYPE_NAMES[at].length);
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
