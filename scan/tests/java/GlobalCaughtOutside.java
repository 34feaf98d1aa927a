// scan: candidates=GlobalCaughtOutside.count
// races: GlobalCaughtOutside.count
// Two threads count in a handler around a synchronized block.
// Racy: the exception leaves the monitor before it is caught.
// Twin: GlobalCaughtInside.java
public class GlobalCaughtOutside {
    static final Object LOCK = new Object();
    static int count;

    static void fail() {
        throw new IllegalStateException();
    }

    static void attempt() {
        try {
            synchronized (LOCK) {
                fail();
            }
        } catch (IllegalStateException e) {
            count++;
        }
    }

    public static void main(String[] args) {
        new Thread(GlobalCaughtOutside::attempt).start();
        attempt();
    }
}
