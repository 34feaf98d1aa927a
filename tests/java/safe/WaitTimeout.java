// check: verdict=passed
// A wait with a timeout that nobody need end: the notifier may come too early, in time or too late.
// Passed: the timeout ends the wait in any case, so nothing is left waiting.
// No data race: the flag is accessed under the monitor.
public class WaitTimeout {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        Thread setter = new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        });
        setter.start();
        synchronized (LOCK) {
            LOCK.wait(50);
        }
        setter.join();
        assert ready;
    }
}
