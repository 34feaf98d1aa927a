// check: verdict=violated kind=deadlock
// InterruptWait with a Thread.interrupted() before the wait, which clears the flag and ignores the answer.
// Schedule: main interrupts before the thread clears the flag; then nothing ends the wait.
public class InterruptCleared {
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            Thread.interrupted();
            synchronized (LOCK) {
                try {
                    LOCK.wait();
                    throw new IllegalStateException("woken by nobody");
                } catch (InterruptedException expected) {
                    assert !Thread.currentThread().isInterrupted();
                }
            }
        });
        other.start();
        Thread.sleep(50);
        other.interrupt();
        other.join();
    }
}
