package raceproof.agent;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/** The fields of objects of transformed classes, in the order of their ids: those of the superclass first. */
final class Layouts {
    /** So that each object has an id of its own. */
    private static final String[] NONE = {".(object)"};
    private static final List<String[]> ALL = new ArrayList<>();
    private static final List<byte[][]> ENCODED = new ArrayList<>();

    private Layouts() {}

    static synchronized int add(List<String> fields) {
        String[] all = fields.isEmpty() ? NONE : fields.toArray(new String[0]);
        ALL.add(all);
        byte[][] encoded = new byte[all.length][];
        for (int at = 0; at < all.length; at++) {
            encoded[at] = Names.ofField(all[at]);
        }
        ENCODED.add(encoded);
        return ALL.size() - 1;
    }

    static synchronized String[] fields(int layout) {
        return ALL.get(layout);
    }

    /** The same, as {@link Names#ofField} says them. */
    static synchronized byte[][] encodedFields(int layout) {
        return ENCODED.get(layout);
    }

    /** Where a field stands, `Class.field`, or -1. */
    static int slot(int layout, String field) {
        return Arrays.asList(fields(layout)).indexOf(field);
    }
}
