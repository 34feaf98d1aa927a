import java.util.concurrent.Semaphore;

// A pool of two is closed by who gives back last; somebody may be about to borrow.
public class PoolClosed {
    static final Semaphore FREE = new Semaphore(2);
    static final Object LOCK = new Object();
    static int borrowed, given;
    static boolean isOpen = true;

    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            new Thread(() -> {
                FREE.acquireUninterruptibly();
                if (isOpen) {
                    synchronized (LOCK) {
                        borrowed++;
                    }
                }
                int now;
                synchronized (LOCK) {
                    now = ++given;
                }
                FREE.release();
                if (now == 3) isOpen = false;
            }).start();
        }
    }
}
