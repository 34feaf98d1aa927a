// check: verdict=passed
// A synchronized method calls another of the same object: the owner enters again.
// Passed: monitors are reentrant, and the inner exit does not release the monitor, so the pair stays equal.
// No data race: every access is under the monitor.
public class MonitorReentrant {
    private int left;
    private int right;

    synchronized void both() {
        left++;
        inner();
        assert left == right;
    }

    synchronized void inner() {
        right++;
    }

    public static void main(String[] args) throws InterruptedException {
        MonitorReentrant pair = new MonitorReentrant();
        Thread other = new Thread(pair::both);
        other.start();
        pair.both();
        other.join();
        assert pair.right == 2;
    }
}
