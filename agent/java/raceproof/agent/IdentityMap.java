package raceproof.agent;

import java.lang.ref.Reference;
import java.lang.ref.ReferenceQueue;
import java.lang.ref.WeakReference;

/**
 * From objects, by identity, to values, while the objects live. A hash decides only where to look: objects with equal identity
 * hashes stay two.
 */
final class IdentityMap<V> {
    private static final class Entry<V> extends WeakReference<Object> {
        final int hash;
        final V value;
        Entry<V> next;

        Entry(Object object, int hash, V value, ReferenceQueue<Object> queue) {
            super(object, queue);
            this.hash = hash;
            this.value = value;
        }
    }

    /** Makes a value while the segment is locked. */
    interface Maker<V> {
        V make(Object object);
    }

    private static final class Segment<V> {
        private final ReferenceQueue<Object> queue = new ReferenceQueue<>();
        private Entry<V>[] buckets = newBuckets(16);
        private int size;

        @SuppressWarnings("unchecked")
        private static <V> Entry<V>[] newBuckets(int count) {
            return (Entry<V>[]) new Entry<?>[count];
        }

        /**
         * What is found without the lock is right, as only the entry itself decides. Something may be missed, while entries are
         * moved; then it is looked for again with the lock.
         */
        V find(Object object, int hash) {
            Entry<V>[] seen = buckets;
            for (Entry<V> entry = seen[hash & seen.length - 1]; entry != null; entry = entry.next) {
                if (entry.hash == hash && entry.refersTo(object)) {
                    return entry.value;
                }
            }
            return null;
        }

        synchronized V get(Object object, int hash, Maker<V> maker) {
            V known = find(object, hash);
            if (known != null || maker == null) {
                return known;
            }
            removeDead();
            if (size > buckets.length) {
                grow();
            }
            Entry<V> made = new Entry<>(object, hash, maker.make(object), queue);
            made.next = buckets[hash & buckets.length - 1];
            buckets[hash & buckets.length - 1] = made;
            size++;
            return made.value;
        }

        private void removeDead() {
            for (Reference<?> dead = queue.poll(); dead != null; dead = queue.poll()) {
                int at = ((Entry<?>) dead).hash & buckets.length - 1;
                Entry<V> before = null;
                for (Entry<V> entry = buckets[at]; entry != null; before = entry, entry = entry.next) {
                    if (entry == dead) {
                        if (before == null) {
                            buckets[at] = entry.next;
                        } else {
                            before.next = entry.next;
                        }
                        size--;
                        break;
                    }
                }
            }
        }

        private void grow() {
            Entry<V>[] larger = newBuckets(buckets.length * 2);
            for (Entry<V> first : buckets) {
                for (Entry<V> entry = first, next; entry != null; entry = next) {
                    next = entry.next;
                    entry.next = larger[entry.hash & larger.length - 1];
                    larger[entry.hash & larger.length - 1] = entry;
                }
            }
            buckets = larger;
        }
    }

    private static final int SEGMENTS = 256;
    private final Segment<V>[] segments;

    IdentityMap() {
        @SuppressWarnings("unchecked")
        Segment<V>[] made = (Segment<V>[]) new Segment<?>[SEGMENTS];
        for (int at = 0; at < SEGMENTS; at++) {
            made[at] = new Segment<>();
        }
        segments = made;
    }

    /** The object's value if it is found quickly, without references that are cleared, or null. */
    V find(Object object) {
        int hash = System.identityHashCode(object);
        return segments[hash & SEGMENTS - 1].find(object, hash / SEGMENTS);
    }

    /** The object's value; if it has none, one is made, or if `maker` is null, null is the answer. */
    V get(Object object, Maker<V> maker) {
        int hash = System.identityHashCode(object);
        return segments[hash & SEGMENTS - 1].get(object, hash / SEGMENTS, maker);
    }
}
