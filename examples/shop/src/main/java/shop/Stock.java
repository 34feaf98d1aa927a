package shop;

/** How many of an item are left. */
public final class Stock {
    private volatile int left;

    public Stock(int left) {
        this.left = left;
    }

    // The mistake: each access by itself is seen by all, but another may come between the two.
    public boolean take() {
        int now = left;
        if (now == 0) {
            return false;
        }
        left = now - 1;
        return true;
    }

    public int left() {
        return left;
    }
}
