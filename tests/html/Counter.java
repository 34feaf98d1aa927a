/** Counts the orders of two clerks. */
public class Counter {
    private int orders;
    private final Object lock = new Object();

    void order() {
        orders++;
    }

    int orders() {
        synchronized (lock) {
            return orders;
        }
    }

    public static void main(String[] arguments) throws InterruptedException {
        Counter counter = new Counter();
        Thread clerk = new Thread(() -> {
            synchronized (counter.lock) {
                counter.order();
            }
        }, "clerk");
        clerk.start();
        counter.order();
        System.out.println(counter.orders());
        clerk.join();
    }
}
