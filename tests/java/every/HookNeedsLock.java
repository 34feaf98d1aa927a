// check: verdict=violated kind=deadlock
// A thread exits with a lock that a hook needs.
public class HookNeedsLock {
    static final Object LOCK = new Object();

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            synchronized (LOCK) {
                LOCK.notifyAll();
            }
        }));
        synchronized (LOCK) {
            System.exit(0);
        }
    }
}
