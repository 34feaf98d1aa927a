// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalMonitorStateException
// A short cut notifies without owning the monitor, in one interleaving only.
// Schedule: main sets the flag before the other thread reads it; that one calls notify without the monitor.
// No data race: the flag is volatile.
public class NotifyWithoutMonitor {
    static final Object LOCK = new Object();
    static volatile boolean closed;

    public static void main(String[] args) {
        new Thread(() -> {
            if (closed) {
                LOCK.notify();
            }
        }).start();
        closed = true;
    }
}
