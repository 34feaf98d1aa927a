package shop;

/** What can be bought. */
public record Item(String name, long cents) {
}
