// check: verdict=passed
// A thread waits for ever; main interrupts it.
// Passed: an interrupt before the wait makes it throw at once, one during the wait ends it; the flag is cleared by that.
public class InterruptWait {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                try {
                    LOCK.wait();
                    throw new IllegalStateException("woken by nobody");
                } catch (InterruptedException expected) {
                    assert !Thread.currentThread().isInterrupted();
                    assert Thread.holdsLock(LOCK);
                }
            }
        });
        other.start();
        other.interrupt();
        other.join();
    }
}
