package raceproof.agent;

/**
 * The reads of a thread that add nothing to its trace, as far as its two tables remember.
 *
 * A read repeats an earlier one if that was of the same variable at the same place, and the thread has neither released nor acquired
 * anything since: both are of one phase. Whatever races with the later read then races with the earlier: only a release in between could
 * order the earlier one before it and not the later one; what is ordered before the earlier one is ordered before both; and the locks
 * held then are still held. Nor does a reordering come between the two, where it would change what the later one sees and what the
 * thread does then: whoever writes there can as well write behind both, since nothing in between waits for anybody.
 *
 * It may be left out if also its value is known from the trace: nobody else has written the variable since the thread's own last
 * event of it, a read anywhere or a write. That is so while the stripe was last written when it was then.
 */
final class Repetitions {
    private static final int MOST_VARIABLES = 1 << 10;
    private static final int MOST_READS = 1 << 11;
    private static final int FIRST = 1 << 6;

    /** Two words for a variable, by its key: the key, and when its stripe had last been written at the thread's last event of it. */
    private long[] variables;
    /** Two words for a read, by variable and place: these, and its phase, counted from 1. */
    private long[] reads;
    private int variablesPushedOut;
    private int readsPushedOut;

    Repetitions() {
        variables = new long[Settings.fast ? FIRST * 2 : 0];
        reads = new long[Settings.fast ? FIRST * 2 : 0];
    }

    private static long read(long key, int access) {
        return key << 32 | access & 0xFFFF_FFFFL;
    }

    private int place(long read) {
        long hash = read * 0x9E3779B97F4A7C15L;
        return (int) (hash >>> 40) * 2 & reads.length - 2;
    }

    /** When the stripe must have been written last, before and after the read, if the read is to be left out; else -1. */
    long lastWrite(long key, int access, int phase) {
        long read = read(key, access);
        int at = place(read);
        if (reads[at] != read || reads[at + 1] != phase) {
            return -1;
        }
        int variable = (int) key * 2 & variables.length - 2;
        return variables[variable] == key ? variables[variable + 1] : -1;
    }

    /** Whether the thread itself has accessed a variable since its stripe was written then: it acquires nothing. */
    boolean knows(long key, long write) {
        int variable = (int) key * 2 & variables.length - 2;
        return variables[variable] == key && variables[variable + 1] == write;
    }

    /** The thread's event of the variable has written the stripe then. Variables that it has not read need no entry. */
    void accessed(long key, long write) {
        int at = (int) key * 2 & variables.length - 2;
        if (variables[at] == key) {
            variables[at + 1] = write;
        }
    }

    /** There is an event for the read, and the stripe was written then. */
    void recorded(long key, int access, int phase, long write) {
        int variable = (int) key * 2 & variables.length - 2;
        if (variables[variable] != key && mayGrow(++variablesPushedOut, variables, MOST_VARIABLES)) {
            variables = new long[variables.length * 4];
            variablesPushedOut = 0;
            variable = (int) key * 2 & variables.length - 2;
        }
        variables[variable] = key;
        variables[variable + 1] = write;
        long read = read(key, access);
        int at = place(read);
        if (reads[at] != read && reads[at + 1] == phase && mayGrow(++readsPushedOut, reads, MOST_READS)) {
            reads = new long[reads.length * 4];
            readsPushedOut = 0;
            at = place(read);
        }
        reads[at] = read;
        reads[at + 1] = phase;
    }

    private static boolean mayGrow(int pushedOut, long[] table, int most) {
        return pushedOut > table.length && table.length < most * 2;
    }

    /** The thread has ended. */
    void forget() {
        variables = null;
        reads = null;
    }
}
