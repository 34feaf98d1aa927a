// check: verdict=violated kind=data-race variable=MonitorsDiffer.total conflict=write-write|write-read|read-write
// Two threads add to a sum, each under a monitor of its own.
// Racy: a monitor orders only those who use the same one.
// Twin: MonitorsAreOne.java
public class MonitorsDiffer {
    static final Object LEFT = new Object();
    static final Object RIGHT = new Object();
    static int total;

    static void add(Object lock, int amount) {
        synchronized (lock) {
            total += amount;
        }
    }

    public static void main(String[] args) {
        new Thread(() -> add(LEFT, 5)).start();
        add(RIGHT, 7);
    }
}
