// check: verdict=passed
// A buffer of one place with notifyAll; two producers and two consumers, one item each (main is one consumer).
// Passed: every change wakes everyone, and as many items are put as taken.
// No data race: the buffer is accessed under its monitor.
public class BufferNotifyAll {
    static final Object LOCK = new Object();
    static boolean full;

    static void put() {
        synchronized (LOCK) {
            await(true);
            full = true;
            LOCK.notifyAll();
        }
    }

    static void take() {
        synchronized (LOCK) {
            await(false);
            full = false;
            LOCK.notifyAll();
        }
    }

    private static void await(boolean whileFull) {
        while (full == whileFull) {
            try {
                LOCK.wait();
            } catch (InterruptedException e) {
                throw new IllegalStateException(e);
            }
        }
    }

    public static void main(String[] args) {
        new Thread(BufferNotifyAll::put).start();
        new Thread(BufferNotifyAll::put).start();
        new Thread(BufferNotifyAll::take).start();
        take();
    }
}
