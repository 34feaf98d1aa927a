// scan: candidates=none
// races: none
// A private method counts without a lock; both its callers hold the same one.
// Proved by the global lock: it is held on all paths of the call graph that lead to the increment.
// Twin: GlobalHelperBare.java
public class GlobalPrivateHelper {
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
            increment();
        }
    }

    public static void main(String[] args) {
        new Thread(GlobalPrivateHelper::once).start();
        twice();
    }
}
