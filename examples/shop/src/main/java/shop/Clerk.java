package shop;

/** Takes orders from the counter and money into the till. */
public final class Clerk implements Runnable {
    private final Counter counter;
    private final Till till;
    private final int orders;

    public Clerk(Counter counter, Till till, int orders) {
        this.counter = counter;
        this.till = till;
        this.orders = orders;
    }

    @Override
    public void run() {
        try {
            for (int done = 0; done < orders; done++) {
                till.pay(counter.take());
            }
        } catch (InterruptedException closed) {
            Thread.currentThread().interrupt();
        }
    }
}
