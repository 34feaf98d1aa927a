package raceproof.agent;

/** From keys other than {@link #FREE} to numbers that are not negative; open addressing. */
final class LongMap {
    private static final long FREE = -1;

    private long[] keys = new long[64];
    private int[] values = new int[64];
    private int size;

    LongMap() {
        java.util.Arrays.fill(keys, FREE);
    }

    /** The value, or -1. */
    int get(long key) {
        int at = place(key);
        return keys[at] == key ? values[at] : -1;
    }

    void put(long key, int value) {
        int at = place(key);
        if (keys[at] == FREE) {
            if (++size * 2 > keys.length) {
                grow();
                at = place(key);
            }
            keys[at] = key;
        }
        values[at] = value;
    }

    private int place(long key) {
        int mask = keys.length - 1;
        int at = (int) (key * 0x9E3779B97F4A7C15L >>> 32) & mask;
        while (keys[at] != key && keys[at] != FREE) {
            at = at + 1 & mask;
        }
        return at;
    }

    private void grow() {
        long[] oldKeys = keys;
        int[] oldValues = values;
        keys = new long[oldKeys.length * 2];
        values = new int[oldKeys.length * 2];
        java.util.Arrays.fill(keys, FREE);
        for (int from = 0; from < oldKeys.length; from++) {
            if (oldKeys[from] != FREE) {
                int at = place(oldKeys[from]);
                keys[at] = oldKeys[from];
                values[at] = oldValues[from];
            }
        }
    }
}
