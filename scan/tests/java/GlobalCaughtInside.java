// scan: candidates=none
// races: none
// Two threads count in a handler inside a synchronized block.
// Proved by the global lock: an exception that is caught inside does not leave the monitor.
// Twin: GlobalCaughtOutside.java
public class GlobalCaughtInside {
    static final Object LOCK = new Object();
    static int count;

    static void fail() {
        throw new IllegalStateException();
    }

    static void attempt() {
        synchronized (LOCK) {
            try {
                fail();
            } catch (IllegalStateException e) {
                count++;
            }
        }
    }

    public static void main(String[] args) {
        new Thread(GlobalCaughtInside::attempt).start();
        attempt();
    }
}
