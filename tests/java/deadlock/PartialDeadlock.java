// check: verdict=violated kind=deadlock
// Two threads lock in opposite orders while a daemon waits on a third monitor.
// Schedule: as in LockOrderTwo. The daemon is no part of the cycle, but it cannot go on either.
public class PartialDeadlock {
    static final Object A = new Object();
    static final Object B = new Object();
    static final Object IDLE = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                assert Thread.holdsLock(first);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread idle = new Thread(() -> {
            synchronized (IDLE) {
                try {
                    while (true) {
                        IDLE.wait();
                    }
                } catch (InterruptedException e) {
                    throw new AssertionError(e);
                }
            }
        });
        idle.setDaemon(true);
        idle.start();
        Thread other = new Thread(() -> both(B, A));
        other.start();
        both(A, B);
    }
}
