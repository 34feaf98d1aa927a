package shop;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.LinkedBlockingQueue;

/** Where orders are handed in, and taken by the clerk. */
public final class Counter {
    private final BlockingQueue<Order> orders = new LinkedBlockingQueue<>();

    public void hand(Order order) {
        orders.add(order);
    }

    /** The first that nobody has taken; waits for one. */
    public Order take() throws InterruptedException {
        return orders.take();
    }
}
