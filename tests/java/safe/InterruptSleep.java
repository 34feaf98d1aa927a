// check: verdict=passed
// A thread sleeps; main interrupts it before, during or after the sleep.
// Passed: the sleep ends by itself or by the interrupt; an interrupt that comes too late leaves the flag or no trace.
public class InterruptSleep {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                Thread.sleep(10);
            } catch (InterruptedException e) {
                assert !Thread.currentThread().isInterrupted();
            }
        });
        other.start();
        other.interrupt();
        other.join();
    }
}
