// check: verdict=passed
// A daemon waits for an item that never comes; main ends.
// Passed: a daemon keeps no program alive, so its waiting is no deadlock.
// No data race: the flag is accessed under the monitor.
public class DaemonLeftWaiting {
    static final Object LOCK = new Object();
    static boolean item;

    public static void main(String[] args) {
        Thread worker = new Thread(() -> {
            synchronized (LOCK) {
                while (!item) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        });
        worker.setDaemon(true);
        worker.start();
    }
}
