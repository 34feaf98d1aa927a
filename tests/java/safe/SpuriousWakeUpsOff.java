// check: verdict=passed
// The same program as SpuriousWakeUpIf, checked without spurious wake-ups, which is the default.
// Passed: the only thing that ends the wait is the notification, and the flag is set then.
// No data race: the flag is accessed under the monitor.
public class SpuriousWakeUpsOff {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        }).start();
        synchronized (LOCK) {
            if (!ready) {
                LOCK.wait();
            }
            assert ready;
        }
    }
}
