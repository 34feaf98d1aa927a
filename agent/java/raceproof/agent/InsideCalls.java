package raceproof.agent;

import java.util.Arrays;

/** The calls of collections of the library that a thread is inside, the innermost last. */
final class InsideCalls {
    private Object[] collections = new Object[2];
    private boolean[] changes = new boolean[2];
    private int[] sites = new int[2];
    private int count;

    boolean isEmpty() {
        return count == 0;
    }

    /** A call begins that the program made there; whether it may change the collection. */
    void begin(Object collection, boolean isChange, int site) {
        if (count == collections.length) {
            collections = Arrays.copyOf(collections, count * 2);
            changes = Arrays.copyOf(changes, count * 2);
            sites = Arrays.copyOf(sites, count * 2);
        }
        collections[count] = collection;
        changes[count] = isChange;
        sites[count++] = site;
    }

    /** The innermost call ends, if it is one of that collection: where the program made it, or -1. */
    int end(Object collection) {
        if (count == 0 || collections[count - 1] != collection) {
            return -1;
        }
        collections[--count] = null;
        return sites[count];
    }

    Object collection() {
        return collections[count - 1];
    }

    boolean isChange() {
        return changes[count - 1];
    }
}
