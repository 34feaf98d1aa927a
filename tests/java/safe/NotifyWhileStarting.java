// check: verdict=passed
// NotifyBeforeWait with the notifier started inside the section that waits.
// Passed: the notifier cannot enter before the wait releases the monitor. (No spurious wake-ups: off by default,
// and one would only end the wait earlier.)
public class NotifyWhileStarting {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread notifier = new Thread(() -> {
            synchronized (LOCK) {
                LOCK.notify();
            }
        });
        synchronized (LOCK) {
            notifier.start();
            LOCK.wait();
        }
    }
}
