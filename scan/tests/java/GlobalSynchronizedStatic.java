// scan: candidates=none
// races: none
// One thread counts in a synchronized static method, the other in a block that locks the class.
// Proved by the global lock: both hold the monitor of the class.
// Twin: GlobalStaticAndInstance.java
public class GlobalSynchronizedStatic {
    static int count;

    static synchronized void increment() {
        count++;
    }

    public static void main(String[] args) {
        new Thread(GlobalSynchronizedStatic::increment).start();
        synchronized (GlobalSynchronizedStatic.class) {
            count++;
        }
    }
}
