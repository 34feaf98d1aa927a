// check: verdict=passed
// Threads notify an object nobody waits for.
// Passed: notify and notifyAll without a waiter do nothing.
public class NotifyNobody {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                LOCK.notifyAll();
            }
        });
        other.start();
        synchronized (LOCK) {
            LOCK.notify();
        }
        other.join();
    }
}
