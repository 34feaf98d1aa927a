package raceproof.agent;

/**
 * What a transformed class implements whose superclass is not transformed. The upper half of the word is the object's number in the
 * trace, 0 before it is named there, the lower half its {@link Log#born}.
 */
public interface Tracked {
    long raceproof$word();

    void raceproof$word(long word);

    /** The number of the class's layout, see {@link Layouts}. */
    int raceproof$layout();
}
