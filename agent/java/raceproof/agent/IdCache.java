package raceproof.agent;

/** Remembers for one thread the ids of variables that it has looked up, without the lock of {@link Names}. */
final class IdCache {
    private final long[] keys;
    private final int[] ids;

    IdCache(int size) {
        keys = new long[size];
        ids = new int[size];
        // No field of no object: a key that is no variable's.
        java.util.Arrays.fill(keys, -1);
    }

    int variable(long key) {
        int at = (int) (key * 0x9E3779B97F4A7C15L >>> 32) & keys.length - 1;
        if (keys[at] != key) {
            ids[at] = Names.id(Kind.VARIABLE, key);
            keys[at] = key;
        }
        return ids[at];
    }
}
