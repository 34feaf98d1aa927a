// check: verdict=passed
// NestedMonitorLockout with one monitor entered twice: wait gives up every level of it, and takes all back.
// Passed: the setter can enter while main waits; afterwards main still owns the monitor after one exit.
// No data race: the flag is accessed under the monitor.
public class WaitReleasesReentrantly {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                LOCK.notifyAll();
            }
        }).start();
        synchronized (LOCK) {
            synchronized (LOCK) {
                while (!ready) {
                    LOCK.wait();
                }
            }
            assert Thread.holdsLock(LOCK);
        }
        assert !Thread.holdsLock(LOCK);
    }
}
