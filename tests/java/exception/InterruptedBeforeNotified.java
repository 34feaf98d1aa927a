// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// A thread waits. Another writes a volatile variable and notifies, all under the monitor; a third, who sees that, interrupts the first.
// Schedule: the interrupt comes between the write and the notification, which then wakes nobody.
// No data race: main reads the results after `join`.
public class InterruptedBeforeNotified {
    static final Object LOCK = new Object();
    static volatile int progress;
    static int seen;
    static boolean wasInterrupted;

    public static void main(String[] args) throws InterruptedException {
        Thread waiter = new Thread(() -> {
            synchronized (LOCK) {
                if (progress == 0) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException e) {
                        wasInterrupted = true;
                    }
                }
            }
        });
        Thread interrupter = new Thread(() -> {
            seen = progress;
            waiter.interrupt();
        });
        interrupter.start();
        waiter.start();
        synchronized (LOCK) {
            progress = 1;
            LOCK.notifyAll();
        }
        interrupter.join();
        waiter.join();
        if (seen == 1 && wasInterrupted) {
            throw new IllegalStateException("notified too late");
        }
    }
}
