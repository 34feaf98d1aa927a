// check: verdict=violated kind=data-race variable=NestedMonitorLeft.value conflict=write-write|write-read|read-write
// Two threads increment a counter: one under a monitor, the other after it has left that monitor inside another.
// Racy: leaving the inner block releases the monitor, and the outer one is not what the first thread holds.
// Twin: ReentrantMonitorKept.java
public class NestedMonitorLeft {
    static final Object OUTER = new Object();
    static final Object INNER = new Object();
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (INNER) {
                value++;
            }
        }).start();
        synchronized (OUTER) {
            synchronized (INNER) {
                Thread.onSpinWait();
            }
            value++;
        }
    }
}
