package raceproof.host;

/** No answer can be had: the message says why, and what to do. */
public final class Unusable extends Exception {
    private static final long serialVersionUID = 1;

    public Unusable(String message) {
        super(message);
    }
}
