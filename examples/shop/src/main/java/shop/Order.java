package shop;

/** An item, and how many of it. */
public record Order(Item item, int count) {
    public long cents() {
        return item.cents() * count;
    }
}
