// check: verdict=violated kind=deadlock
// WaitNotifyWhile with the test of the flag outside the monitor (the flag is volatile, so there is no data race).
// Schedule: main reads ready == false; the other thread sets it and notifies nobody; main waits for ever.
public class WaitNotifyLost {
    static final Object LOCK = new Object();
    static volatile boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            ready = true;
            synchronized (LOCK) {
                LOCK.notify();
            }
        }).start();
        if (!ready) {
            synchronized (LOCK) {
                LOCK.wait();
            }
        }
    }
}
