// check: verdict=passed
// Main waits in a loop for a flag that another thread sets under the same monitor, then notifies.
// Passed: either main sees the flag at once, or it waits before the setter can enter, and is notified.
// No data race: the flag and the value are accessed under the monitor.
public class WaitNotifyWhile {
    static final Object LOCK = new Object();
    static boolean ready;
    static int value;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (LOCK) {
                value = 7;
                ready = true;
                LOCK.notify();
            }
        }).start();
        synchronized (LOCK) {
            while (!ready) {
                LOCK.wait();
            }
            assert value == 7;
        }
    }
}
