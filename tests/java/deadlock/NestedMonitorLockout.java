// check: verdict=violated kind=deadlock
// Waiting on an inner monitor while holding an outer one, which the notifier needs.
// Schedule: main enters both and waits: it releases only the inner; the setter blocks at the outer for ever.
// No data race: the flag is accessed under both monitors.
public class NestedMonitorLockout {
    static final Object OUTER = new Object();
    static final Object INNER = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (OUTER) {
                synchronized (INNER) {
                    ready = true;
                    INNER.notifyAll();
                }
            }
        }).start();
        synchronized (OUTER) {
            synchronized (INNER) {
                while (!ready) {
                    INNER.wait();
                }
            }
        }
    }
}
