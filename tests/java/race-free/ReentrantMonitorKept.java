// check: verdict=race-free
// Two threads increment a counter: one under a monitor, the other after it has entered that monitor twice and left it once.
// Race-free: leaving the inner block releases nothing, since the thread still owns the monitor.
// Twin: NestedMonitorLeft.java
public class ReentrantMonitorKept {
    static final Object OUTER = new Object();
    static final Object INNER = new Object();
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (INNER) {
                value++;
            }
        }).start();
        synchronized (INNER) {
            synchronized (INNER) {
                Thread.onSpinWait();
            }
            value++;
        }
    }
}
