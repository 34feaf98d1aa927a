package raceproof.agent;

import java.lang.reflect.Array;

/** What is known of an array that is looked up by identity. */
final class ArrayInfo {
    /** Elements are named together with their neighbours: more of them than are used cost more. */
    private static final int SHIFT = 3;
    private static final int PIECE = 1 << SHIFT;

    /** The thread that created it, while it owns it: with the tag that this thread had then. */
    Log owner;
    private final int tag;
    private volatile int number;
    /** The first id of each piece plus one, or 0. */
    private int[] pieces;

    ArrayInfo(Log owner) {
        this.owner = owner;
        tag = owner == null ? 0 : owner.birthTag();
    }

    /** Whether a thread that touches it owns it. If it does not, nobody does from now on. */
    boolean isOwnedBy(Log log) {
        Log known = owner;
        if (known == null) {
            return false;
        }
        if (known == log && tag == log.birthTag()) {
            return true;
        }
        owner = null;
        return false;
    }

    /** Its number in the trace. */
    int number(Object array) {
        if (number == 0) {
            synchronized (this) {
                if (number == 0 && array.getClass().isArray() && Array.getLength(array) > 0) {
                    name(array, 0);
                } else if (number == 0) {
                    number = Names.object(array, Ids.TOKEN);
                }
            }
        }
        return number;
    }

    /** The id of an element. */
    int element(Object array, int index) {
        int[] known = pieces;
        int first = known == null ? 0 : known[index >>> SHIFT];
        return (first == 0 ? name(array, index >>> SHIFT) : first) - 1 + (index & PIECE - 1);
    }

    @DontInline
    private synchronized int name(Object array, int piece) {
        int length = Array.getLength(array);
        if (pieces == null) {
            pieces = new int[(length + PIECE - 1) >>> SHIFT];
        }
        if (pieces[piece] == 0) {
            int from = piece << SHIFT;
            int first = Names.elements(array, number, from, Math.min(PIECE, length - from)) + 1;
            if (number == 0) {
                number = first;
            }
            pieces[piece] = first;
        }
        return pieces[piece];
    }
}
