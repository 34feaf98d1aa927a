// check: verdict=passed
// Two threads take A and B in opposite orders, but both only while holding a third monitor, the gate.
// Passed: the gate lets one of them at a time into the nest. A lock-order graph alone would warn here.
public class GateLock {
    static final Object GATE = new Object();
    static final Object A = new Object();
    static final Object B = new Object();

    static void both(Object first, Object second) {
        synchronized (GATE) {
            synchronized (first) {
                synchronized (second) {
                    assert Thread.holdsLock(GATE);
                }
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> both(B, A));
        other.start();
        both(A, B);
        other.join();
    }
}
