// scan: candidates=GlobalLockReplaced.lock,GlobalLockReplaced.count
// races: GlobalLockReplaced.lock,GlobalLockReplaced.count
// Two threads count under the monitor of an object that a static variable holds, and put another object there.
// Racy: the variable is one, but its objects are many; the second thread may lock another one than the first.
// Twin: GlobalStaticFinal.java
public class GlobalLockReplaced {
    static Object lock = new Object();
    static int count;

    static void increment() {
        synchronized (lock) {
            lock = new Object();
            count++;
        }
    }

    public static void main(String[] args) {
        new Thread(GlobalLockReplaced::increment).start();
        increment();
    }
}
