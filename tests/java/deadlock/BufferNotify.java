// check: verdict=violated kind=deadlock
// BufferNotifyAll with notify instead of notifyAll: producers and consumers share one wait set.
// Schedule: both consumers wait; a producer puts and wakes one; the second producer finds the buffer full and waits;
// the woken consumer takes and wakes the other consumer, which waits again: it and the producer are left.
// No data race: the buffer is accessed under its monitor.
public class BufferNotify {
    static final Object LOCK = new Object();
    static boolean full;

    static void put() {
        synchronized (LOCK) {
            await(true);
            full = true;
            LOCK.notify();
        }
    }

    static void take() {
        synchronized (LOCK) {
            await(false);
            full = false;
            LOCK.notify();
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
        new Thread(BufferNotify::put).start();
        new Thread(BufferNotify::put).start();
        new Thread(BufferNotify::take).start();
        take();
    }
}
