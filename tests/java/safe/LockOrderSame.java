// check: verdict=passed
// Two threads take the monitors A and B, both in the order A, B.
// Passed: with one order there is no cycle of waiting.
public class LockOrderSame {
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
        Thread other = new Thread(() -> both(A, B));
        other.start();
        both(A, B);
        other.join();
    }
}
