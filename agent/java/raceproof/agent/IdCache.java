package raceproof.agent;

/** Remembers some of {@link Names#id}, without its lock. An entry never changes, so threads may share the table. */
final class IdCache {
    private static final int SIZE = 1 << 14;

    private record Entry(long key, int sort, int id) {}

    private static final Entry[] ENTRIES = new Entry[SIZE];

    private IdCache() {}

    static int id(int sort, long key) {
        int at = (int) ((key + sort) * 0x9E3779B97F4A7C15L >>> 50);
        Entry entry = ENTRIES[at];
        if (entry != null && entry.key == key && entry.sort == sort) {
            return entry.id;
        }
        int id = Names.id(sort, key);
        ENTRIES[at] = new Entry(key, sort, id);
        return id;
    }
}
