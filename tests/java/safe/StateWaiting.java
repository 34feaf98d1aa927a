// check: verdict=passed
// Main asks for the state of a thread that waits without a timeout, owning the monitor itself.
// Passed: the thread says it is about to wait under the monitor, and only gives the monitor up by waiting.
// No data race: the flags are accessed under the monitor.
public class StateWaiting {
    static final Object LOCK = new Object();
    static boolean waiting;
    static boolean go;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            synchronized (LOCK) {
                waiting = true;
                while (!go) {
                    try {
                        LOCK.wait();
                    } catch (InterruptedException e) {
                        throw new IllegalStateException(e);
                    }
                }
            }
        });
        other.start();
        synchronized (LOCK) {
            if (waiting) {
                assert other.getState() == Thread.State.WAITING;
            }
            go = true;
            LOCK.notify();
            if (waiting) {
                assert other.getState() == Thread.State.BLOCKED;
            }
        }
    }
}
