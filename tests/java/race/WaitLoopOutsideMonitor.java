// check: verdict=violated kind=data-race variable=WaitLoopOutsideMonitor.ready conflict=write-read|read-write
// Main waits for a plain flag that a thread sets under a monitor; the loop looks at it before it enters the monitor.
// Racy: nothing orders the look outside and the write. The second look, inside, is what keeps the notification from being lost.
// Twin: WaitLoopInsideMonitor.java
public class WaitLoopOutsideMonitor {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        }).start();
        while (!ready) {
            synchronized (LOCK) {
                if (!ready) {
                    LOCK.wait();
                }
            }
        }
    }
}
