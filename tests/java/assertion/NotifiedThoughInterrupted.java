// check: verdict=violated kind=assertion
// Who waits is interrupted, and notified before it wakes: it may return with the interrupt pending (JLS 17.2.4).
// Schedule: the notification takes the thread that was interrupted, and wait returns.
// No data race: the flag is written and read under the lock.
public class NotifiedThoughInterrupted {
    static final Object LOCK = new Object();
    static boolean waits;

    public static void main(String[] args) throws InterruptedException {
        Thread waiting = new Thread(() -> {
            synchronized (LOCK) {
                waits = true;
                try {
                    LOCK.wait();
                    assert false;
                } catch (InterruptedException e) {
                    assert !Thread.currentThread().isInterrupted();
                }
            }
        });
        waiting.start();
        synchronized (LOCK) {
            if (waits) {
                waiting.interrupt();
                LOCK.notify();
            }
        }
        waiting.interrupt();
    }
}
