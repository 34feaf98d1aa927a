// scan: candidates=GlobalHelperBare.count
// races: GlobalHelperBare.count
// A private method counts without a lock; one of its callers holds one, the other releases it too early.
// Racy: the second increment of main is made without the lock.
// Twin: GlobalPrivateHelper.java
public class GlobalHelperBare {
    static final Object LOCK = new Object();
    static int count;

    private static void increment() {
        count++;
    }

    static void once() {
        synchronized (LOCK) {
            increment();
        }
    }

    static void twice() {
        synchronized (LOCK) {
            increment();
        }
        increment();
    }

    public static void main(String[] args) {
        new Thread(GlobalHelperBare::once).start();
        twice();
    }
}
