// check: verdict=passed
// A thread parks until it is interrupted.
// Passed: an interrupt ends the park and every later park at once, and the flag stays set.
public class InterruptPark {
    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            while (!Thread.currentThread().isInterrupted()) {
                java.util.concurrent.locks.LockSupport.park();
            }
        });
        other.start();
        other.interrupt();
        other.join();
    }
}
