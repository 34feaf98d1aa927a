// check: verdict=passed
// Two threads wait for one flag; main sets it and notifies all.
// Passed: whoever waits is woken, whoever comes later sees the flag.
// No data race: the flag is accessed under the monitor.
public class NotifyAllOfTwo {
    static final Object LOCK = new Object();
    static boolean ready;

    static void waiter() {
        synchronized (LOCK) {
            while (!ready) {
                try {
                    LOCK.wait();
                } catch (InterruptedException e) {
                    throw new IllegalStateException(e);
                }
            }
        }
    }

    public static void main(String[] args) {
        new Thread(NotifyAllOfTwo::waiter).start();
        new Thread(NotifyAllOfTwo::waiter).start();
        synchronized (LOCK) {
            ready = true;
            LOCK.notifyAll();
        }
    }
}
