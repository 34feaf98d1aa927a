package raceproof.agent;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Lamport time, one clock for each stripe of variables, locks and the like (Lamport, Time, Clocks, and the Ordering of Events, 1978).
 *
 * A stripe is one word: its time, and in the lowest bit whether a thread is inside. A thread takes the stripe of what it accesses,
 * makes its own time larger than the stripe's, performs the access, and stores the time. So two accesses of one variable, and two
 * events of one lock, have times in the order in which they happened; things that share a stripe are ordered without need.
 *
 * A second word is the time of the last event that may have written: it changes before the write is performed. While it stays, reads
 * find what they found, whoever reads meanwhile.
 */
final class Stripes {
    private static final int COUNT = 1 << 16;
    private static final int MASK = Settings.oneLock ? 0 : COUNT - 1 << 1;
    /** For each stripe its word, and beside it, in the same line of the cache, its last write. */
    private static final long[] WORDS = new long[COUNT * 2];
    private static final VarHandle WORD = MethodHandles.arrayElementVarHandle(long[].class);

    /** An access lasts nanoseconds. Who does not leave for so long has left by an exception, or stands in a class loader. */
    private static final long PATIENCE_NANOS = 200_000_000L;
    private static final int SPINS = 200;

    /** How often a stripe was taken from a thread that did not leave it. */
    static final AtomicLong TAKEN_OVER = new AtomicLong();

    private Stripes() {}

    /** Ids that are neighbours, as those of an object's fields, share a line of the processor's cache. */
    static int of(long key) {
        return (int) (key + (key >>> 48)) << 1 & MASK;
    }

    /** When it was last written. Whoever asks before and behind a read, and finds the same, has read what was there then. */
    static long lastWrite(int stripe) {
        return (long) WORD.getAcquire(WORDS, stripe + 1);
    }

    /** By whoever is inside, before the write. */
    static void willWrite(int stripe, long time) {
        WORD.setOpaque(WORDS, stripe + 1, time);
        VarHandle.storeStoreFence();
    }

    /** Takes the stripe, and says its time. Is a full fence. */
    static long take(int stripe) {
        long word = (long) WORD.getOpaque(WORDS, stripe);
        if ((word & 1) == 0 && WORD.compareAndSet(WORDS, stripe, word, word | 1)) {
            return word >>> 1;
        }
        return takeSlowly(stripe);
    }

    static void leave(int stripe, long time) {
        WORD.setRelease(WORDS, stripe, time << 1);
    }

    @DontInline
    private static long takeSlowly(int stripe) {
        long since = 0;
        long seen = -1;
        for (int round = 0;; round++) {
            long word = (long) WORD.getOpaque(WORDS, stripe);
            if ((word & 1) == 0) {
                if (WORD.compareAndSet(WORDS, stripe, word, word | 1)) {
                    return word >>> 1;
                }
                continue;
            }
            if (round % SPINS != SPINS - 1) {
                Thread.onSpinWait();
                continue;
            }
            Thread.yield();
            long now = System.nanoTime();
            if (word != seen) {
                seen = word;
                since = now;
            } else if (now - since > PATIENCE_NANOS && WORD.compareAndSet(WORDS, stripe, word, word + 2)) {
                // The word changes, so that of several who wait only one gets it.
                TAKEN_OVER.incrementAndGet();
                return (word >>> 1) + 1;
            }
        }
    }
}
