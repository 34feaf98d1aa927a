// check: verdict=passed
// LockOrderThree with the last thread's monitors in alphabetical order.
// Passed: every thread respects the order A, B, C, so no cycle can close.
public class LockOrderThreeOrdered {
    static final Object A = new Object();
    static final Object B = new Object();
    static final Object C = new Object();

    static void both(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                assert Thread.holdsLock(first);
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> both(A, B)).start();
        new Thread(() -> both(B, C)).start();
        both(A, C);
    }
}
