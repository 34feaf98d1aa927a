// check: verdict=violated kind=deadlock
// The waiter has no condition at all: it waits for one notification.
// Schedule: the other thread notifies before main waits; a notification without a waiter is lost.
public class NotifyBeforeWait {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread notifier = new Thread(() -> {
            synchronized (LOCK) {
                LOCK.notify();
            }
        });
        notifier.start();
        synchronized (LOCK) {
            LOCK.wait();
        }
    }
}
