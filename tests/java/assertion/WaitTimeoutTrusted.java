// check: verdict=violated kind=assertion
// Main believes that a wait of a second is long enough for the other thread.
// Schedule: the wait ends by its timeout before the setter enters the monitor.
// No data race: the flag is accessed under the monitor.
public class WaitTimeoutTrusted {
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
                LOCK.wait(1000);
            }
            assert ready;
        }
    }
}
