// check: verdict=violated kind=deadlock
// Three threads, three monitors in a ring: each thread takes its own and then the next one's.
// Schedule: each takes its first monitor; then all three wait in a cycle. No two of them alone can deadlock.
public class LockOrderThree {
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
        both(C, A);
    }
}
