package shop;

import java.util.concurrent.locks.Lock;
import java.util.concurrent.locks.ReentrantLock;

/** What was taken today. */
public final class Till {
    private final Lock lock = new ReentrantLock();
    private long cents;
    private int receipts;

    public Receipt pay(Order order) {
        lock.lock();
        try {
            cents += order.cents();
            return new Receipt(++receipts, order);
        } finally {
            lock.unlock();
        }
    }

    public long cents() {
        lock.lock();
        try {
            return cents;
        } finally {
            lock.unlock();
        }
    }
}
