// check: verdict=violated kind=data-race variable=StaticAndInstanceMonitor.count conflict=write-write|write-read|read-write
// Two threads increment a static counter, one in a synchronized static method, the other in a synchronized instance method.
// Racy: the one locks the class, the other the object.
// Twin: StaticMonitorTwice.java
public class StaticAndInstanceMonitor {
    static int count;

    static synchronized void incrementByClass() {
        count++;
    }

    synchronized void incrementByInstance() {
        count++;
    }

    public static void main(String[] args) {
        new Thread(() -> incrementByClass()).start();
        new StaticAndInstanceMonitor().incrementByInstance();
    }
}
