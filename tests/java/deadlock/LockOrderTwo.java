// check: verdict=violated kind=deadlock
// LockOrderSame with the arguments of one thread swapped.
// Schedule: main takes A, the other thread takes B; each then waits for what the other holds.
public class LockOrderTwo {
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
        Thread other = new Thread(() -> both(B, A));
        other.start();
        both(A, B);
        other.join();
    }
}
