// check: verdict=violated kind=deadlock
// A consumer waits for an item and leaves without it when interrupted. Main interrupts it, then puts an item and waits until it is taken.
// Schedule: the consumer waits before the interrupt; it leaves, and main waits for ever. In the others the consumer enters after main has
// put the item, and takes it without waiting.
// No data race: everything is accessed under the monitor.
public class InterruptLosesItem {
    static final Object LOCK = new Object();
    static boolean item;
    static boolean taken;

    static void consumer() {
        synchronized (LOCK) {
            try {
                while (!item) {
                    LOCK.wait();
                }
                taken = true;
                LOCK.notifyAll();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread consumer = new Thread(InterruptLosesItem::consumer);
        consumer.start();
        consumer.interrupt();
        synchronized (LOCK) {
            item = true;
            LOCK.notifyAll();
            while (!taken) {
                LOCK.wait();
            }
        }
    }
}
