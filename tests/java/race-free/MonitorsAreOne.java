// check: verdict=race-free
// Two threads add to a sum, both under the same monitor.
// Race-free: whoever comes second acquires the monitor after the first has released it.
// Twin: MonitorsDiffer.java
public class MonitorsAreOne {
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
        add(LEFT, 7);
    }
}
