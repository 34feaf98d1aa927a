// check: verdict=violated kind=deadlock min=21
// A virtual thread and main take two monitors in opposite orders; main joins it.
// Schedule: each takes its first monitor.
public class VirtualThreadLockOrder {
    static final Object A = new Object();
    static final Object B = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                assert Thread.holdsLock(first);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = Thread.startVirtualThread(() -> both(B, A));
        both(A, B);
        other.join();
    }
}
