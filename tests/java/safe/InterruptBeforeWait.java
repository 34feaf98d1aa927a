// check: verdict=passed
// Main interrupts itself and then waits for a notification that may or may not come.
// Passed: wait looks at the flag first, throws and clears it; the notification is not needed.
public class InterruptBeforeWait {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                LOCK.notify();
            }
        });
        other.start();
        Thread.currentThread().interrupt();
        boolean thrown = false;
        synchronized (LOCK) {
            try {
                LOCK.wait();
            } catch (InterruptedException e) {
                thrown = true;
            }
        }
        assert thrown && !Thread.interrupted();
        other.join();
    }
}
