// scan: candidates=MonitorLeftTwice.x
// races: MonitorLeftTwice.x
// A monitor is entered twice and left twice.
public class MonitorLeftTwice {
    static final Object LOCK = new Object();
    static int x;

    static void work() {
        synchronized (LOCK) {
            synchronized (LOCK) {
                Thread.onSpinWait();
            }
        }
        x++;
    }

    public static void main(String[] args) {
        new Thread(MonitorLeftTwice::work).start();
        work();
    }
}
