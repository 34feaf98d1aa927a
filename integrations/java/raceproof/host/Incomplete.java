package raceproof.host;

/** What becomes of a test of which a limit ended the search, with nothing found before. */
public enum Incomplete {
    /** It has neither passed nor failed. */
    ABORT,
    FAIL,
    /** What was explored is enough. */
    PASS
}
