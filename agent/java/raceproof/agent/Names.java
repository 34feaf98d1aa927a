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

    private static final Bytes NAME = new Bytes();
    /** Names of classes, and beside them those of types as they stand in the names of objects. */
    private static final String[] TYPES = new String[256];
    private static final byte[][] TYPE_NAMES = new byte[256][];
    private static final WaitingVariables VARIABLE = new WaitingVariables();
    private static final WaitingNames LOCK = new WaitingNames(Kind.LOCK);
    private static final WaitingNames THREAD = new WaitingNames(Kind.THREAD);
    private static final WaitingNames MESSAGE = new WaitingNames(Kind.MESSAGE);
    private static final WaitingNames LOCATION = new WaitingNames(Kind.LOCATION);
    private static final WaitingNames[] ALL = {VARIABLE, LOCK, THREAD, MESSAGE, LOCATION};
    private static final LongMap FIELDS_OF_OBJECTS = new LongMap();
    private static final LongMap LOCKS = new LongMap();
    private static final LongMap MESSAGES = new LongMap();
    private static final Map<String, Integer> VARIABLES = new HashMap<>();
    private static final Map<String, Integer> PLAIN_MESSAGES = new HashMap<>();
    private static final List<String> FIELDS = new ArrayList<>();
    private static final List<String> TOPICS = new ArrayList<>();

    static {
        location("(library)");
    }

    private Names() {}

    static synchronized int location(String text) {
        return add(LOCATION, text);
    }

    static synchronized int thread(String name) {
        return add(THREAD, name);
    }

    private static int add(WaitingNames to, String name) {
        NAME.clear();
        NAME.text8(name);
        return to.add(NAME);
    }

    /** The variable of that name: a static field. */
    static synchronized int variable(String name) {
        return VARIABLES.computeIfAbsent(name, text -> add(VARIABLE, text));
    }

    /** The message of that name. */
    static synchronized int message(String name) {
        return PLAIN_MESSAGES.computeIfAbsent(name, text -> add(MESSAGE, text));
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
        return VARIABLE.object(object, fields) + 1;
    }

    /** What stands behind an object's name in that of a field of it, from `Class.field`. */
    static byte[] ofField(String name) {
        return name.substring(name.lastIndexOf('.')).getBytes(StandardCharsets.UTF_8);
    }

    /** Names elements of an array, with consecutive ids; the first of these. Without a number, the array gets it by that. */
    static synchronized int elements(Object array, int number, int from, int count) {
        return VARIABLE.elements(array, number, from, count);
    }

    /** A field of which the object's layout knows nothing. */
    static synchronized int field(Object object, int number, int field) {
        long key = (long) number << 32 | field;
        int known = FIELDS_OF_OBJECTS.get(key);
        if (known < 0) {
            startName(object, number);
            String name = FIELDS.get(field);
            NAME.text8(name.substring(name.lastIndexOf('.')));
            known = VARIABLE.add(NAME);
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
            known = LOCK.add(NAME);
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
            known = MESSAGE.add(NAME);
            MESSAGES.put(key, known);
        }
        return known;
    }

    static String typeOf(Object object) {
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
        for (WaitingNames names : ALL) {
            names.write();
        }
    }

    /** Whether there is enough for a block, so that none becomes too large. */
    static synchronized boolean isPlenty() {
        for (WaitingNames names : ALL) {
            if (names.bytes.length() > BLOCK_BYTES) {
                return true;
            }
        }
        return false;
    }
}
