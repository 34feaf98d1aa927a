package shop;

/** The cheapest item of a catalog, which is looked for once. */
public final class Prices {
    private final Item[] items;
    private Item cheapest;

    public Prices(Item... items) {
        this.items = items.clone();
    }

    // The mistake: a thread may see that it was found, and nothing makes it see what.
    public Item cheapest() {
        if (cheapest == null) {
            Item found = items[0];
            for (Item item : items) {
                found = item.cents() < found.cents() ? item : found;
            }
            cheapest = found;
        }
        return cheapest;
    }
}
