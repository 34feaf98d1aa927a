package shop;

/** That an order was paid. */
public record Receipt(int number, Order order) {
}
