package raceproof.host;

/** What an exit status of the executable says. */
public enum Verdict {
    /** Explored completely, and nothing found. */
    FINE(0),
    FOUND(1),
    /** The command line, or what was to be checked. */
    WRONG(2),
    /** A limit was reached before the end. */
    INCOMPLETE(3),
    /** Something was needed that is not modelled. */
    UNSUPPORTED(4);

    private final int status;

    Verdict(int status) {
        this.status = status;
    }

    /** Null if it is none of these. */
    static Verdict of(int status) {
        for (Verdict verdict : values()) {
            if (verdict.status == status) {
                return verdict;
            }
        }
        return null;
    }
}
