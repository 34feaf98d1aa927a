package raceproof.agent;

/**
 * How often a thread has been at its places, as far as its table remembers: with `sample=K` most accesses of a place that is executed
 * often are not recorded.
 *
 * Of each place's executions by a thread the first K are, and K more each time their number has doubled: what is executed often is
 * recorded later in the run, too, and each time a few times in a row, so that what belongs together is seen together. (Marino, Musuvathi,
 * Narayanasamy, LiteRace: effective sampling for lightweight data-race detection, PLDI 2009, sample whole functions in such bursts.)
 */
final class Samples {
    private static final int FIRST = 1 << 6;
    private static final int MOST = 1 << 14;

    /** For a place of a variable its number, and how often it was executed. One that another pushes out begins anew. */
    private long[] counts = new long[Settings.sample > 0 ? FIRST : 0];
    private int pushedOut;

    /** Counts an execution of the place; whether it need not be recorded. */
    boolean passOver(int access, int variable) {
        int place = access + variable * 0x3C6EF372;
        int at = place * 0x9E3779B9 >>> 16 & counts.length - 1;
        long count = counts[at];
        if ((int) (count >>> 32) != place || (int) count == Integer.MAX_VALUE) {
            pushOut(at, place);
            return false;
        }
        int executed = (int) count + 1;
        counts[at] = count + 1;
        return (executed ^ Integer.highestOneBit(executed)) >= Settings.sample;
    }

    @DontInline
    private void pushOut(int at, int place) {
        if (counts[at] != 0 && ++pushedOut > counts.length && counts.length < MOST) {
            counts = new long[counts.length * 4];
            pushedOut = 0;
            return;
        }
        counts[at] = (long) place << 32 | 1;
    }

    /** The thread has ended. */
    void forget() {
        counts = new long[0];
    }
}
