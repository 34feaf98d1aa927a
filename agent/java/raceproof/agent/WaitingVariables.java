package raceproof.agent;

import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.IdentityHashMap;
import java.util.Map;

/**
 * The names of variables that are not in the file yet. Most are those of an object's fields, which follow from its type, and of
 * elements of arrays: written out, they would be longer than the events.
 */
final class WaitingVariables extends WaitingNames {
    private static final int TEXT = 0;
    private static final int OBJECT = 1;
    private static final int ELEMENTS = 2;
    private static final byte[][] NO_FIELDS = {};

    /** The numbers of types, by their fields and their names; and by these as objects, of those met last. */
    private final Map<byte[][], Map<String, Integer>> types = new IdentityHashMap<>();
    private int typeCount;
    private final String[] lastNames = new String[256];
    private final byte[][][] lastFields = new byte[lastNames.length][][];
    private final int[] lastTypes = new int[lastNames.length];

    WaitingVariables() {
        super(Kind.VARIABLE);
    }

    @Override
    int add(Bytes name) {
        bytes.varint(TEXT);
        return super.add(name);
    }

    /** An object's fields, by what stands behind its name in theirs; the id of the first. */
    int object(Object object, byte[][] fields) {
        startEntry(object, fields, OBJECT);
        return added(fields.length);
    }

    /** Elements of an array; the id of the first. Without a number, the array gets it by that. */
    int elements(Object array, int number, int from, int length) {
        startEntry(array, NO_FIELDS, ELEMENTS);
        bytes.varint(number == 0 ? 0 : count() + 1 - number);
        bytes.varint(from);
        bytes.varint(length);
        return added(length);
    }

    private void startEntry(Object object, byte[][] fields, int sort) {
        // A class keeps its name, so that this is the same object each time.
        String name = object.getClass().getName();
        int at = name.hashCode() & lastNames.length - 1;
        if (object instanceof Class || lastNames[at] != name || lastFields[at] != fields) {
            startEntryOf(Names.typeOf(object), fields, sort);
            lastNames[at] = object instanceof Class ? null : name;
            lastFields[at] = fields;
            lastTypes[at] = types.get(fields).get(Names.typeOf(object));
            return;
        }
        bytes.varint(2L * lastTypes[at] + sort);
    }

    private void startEntryOf(String name, byte[][] fields, int sort) {
        Map<String, Integer> known = types.computeIfAbsent(fields, new_ -> new HashMap<>());
        Integer type = known.putIfAbsent(name, typeCount);
        bytes.varint(2L * (type == null ? typeCount : type) + sort);
        if (type != null) {
            return;
        }
        typeCount++;
        byte[] encoded = name.getBytes(StandardCharsets.UTF_8);
        bytes.varint(encoded.length);
        bytes.add(encoded, encoded.length);
        bytes.varint(fields.length);
        for (byte[] field : fields) {
            bytes.varint(field.length);
            bytes.add(field, field.length);
        }
    }

    @Override
    char begin(Bytes head) {
        return 'O';
    }
}
