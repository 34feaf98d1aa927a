// check: verdict=race-free
// Two threads increment a static counter, one in a synchronized static method, the other in a block that locks the class.
// Race-free: both lock the class.
// Twin: StaticAndInstanceMonitor.java
public class StaticMonitorTwice {
    static int count;

    static synchronized void incrementByClass() {
        count++;
    }

    void incrementByInstance() {
        synchronized (StaticMonitorTwice.class) {
            count++;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> incrementByClass()).start();
        new StaticMonitorTwice().incrementByInstance();
    }
}
