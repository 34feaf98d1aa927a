package shop;

import java.util.List;

/** All items, in the order in which they are shown. */
public final class Catalog {
    private final List<Item> items;

    public Catalog(Item... items) {
        this.items = List.of(items);
    }

    /** The item of that name, or null. */
    public Item find(String name) {
        for (Item item : items) {
            if (item.name().equals(name)) {
                return item;
            }
        }
        return null;
    }

    public int size() {
        return items.size();
    }
}
