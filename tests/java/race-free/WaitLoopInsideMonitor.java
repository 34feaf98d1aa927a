// check: verdict=race-free
// Main waits for a plain flag that a thread sets under a monitor; the whole loop is inside the monitor.
// Race-free: every access of the flag is made by the owner of the monitor.
// Twin: WaitLoopOutsideMonitor.java
public class WaitLoopInsideMonitor {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        }).start();
        synchronized (LOCK) {
            while (!ready) {
                LOCK.wait();
            }
        }
    }
}
