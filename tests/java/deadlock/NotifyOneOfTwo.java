// check: verdict=violated kind=deadlock
// NotifyAllOfTwo with notify instead of notifyAll.
// Schedule: both threads wait before main sets the flag; one is woken, the other waits for ever.
// No data race: the flag is accessed under the monitor.
public class NotifyOneOfTwo {
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
        new Thread(NotifyOneOfTwo::waiter).start();
        new Thread(NotifyOneOfTwo::waiter).start();
        synchronized (LOCK) {
            ready = true;
            LOCK.notify();
        }
    }
}
