// scan: candidates=none
// races: nothing
// A monitor is entered again in between, by another name, or by a method.
public class MonitorEnteredAgain {
    static final MonitorEnteredAgain SHARED = new MonitorEnteredAgain();
    int x;

    synchronized void twice(MonitorEnteredAgain other) {
        synchronized (this) {
            x++;
        }
        x++;
        synchronized (other) {
            x++;
        }
        x++;
        once();
        x++;
    }

    synchronized void once() {
        x++;
    }

    static void work() {
        SHARED.twice(SHARED);
    }

    public static void main(String[] args) {
        new Thread(MonitorEnteredAgain::work).start();
        work();
    }
}
