package shop;

/** How many have looked into the shop. */
public final class Visits {
    private int count;

    // The mistake: two at a time may be counted as one.
    public void add() {
        count++;
    }

    public int count() {
        return count;
    }
}
