// scan: candidates=none
// races: none
// Two threads count under the monitor of an object that a static final variable holds.
// Proved by the global lock: the object exists once and is held on all paths to the increment.
// Twin: GlobalLocksDiffer.java
public class GlobalStaticFinal {
    static final Object LOCK = new Object();
    static int count;

    static void increment() {
        synchronized (LOCK) {
            count++;
        }
    }

    public static void main(String[] args) {
        new Thread(GlobalStaticFinal::increment).start();
        increment();
    }
}
