package raceproof.agent;

/** What is known of an array that is looked up by identity. */
final class ArrayInfo {
    /** Its number in the trace, 0 before it is named there. */
    volatile int number;
    /** The thread that created it, while it owns it: with the tag that this thread had then. */
    private Log owner;
    private final int tag;

    ArrayInfo(Log owner) {
        this.owner = owner;
        tag = owner == null ? 0 : owner.tag();
    }

    /** Whether a thread that touches it owns it. If it does not, nobody does from now on. */
    boolean isOwnedBy(Log log) {
        Log known = owner;
        if (known == null) {
            return false;
        }
        if (known == log && tag == log.tag()) {
            return true;
        }
        owner = null;
        return false;
    }
}
