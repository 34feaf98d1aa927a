// check: verdict=violated kind=deadlock
// Two threads take two ReentrantLocks in opposite orders.
// Schedule: each takes its first lock, then both park for ever.
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLockOrder {
    static final ReentrantLock A = new ReentrantLock();
    static final ReentrantLock B = new ReentrantLock();

    static void both(ReentrantLock first, ReentrantLock second) {
        first.lock();
        second.lock();
        second.unlock();
        first.unlock();
    }

    public static void main(String[] args) {
        new Thread(() -> both(B, A)).start();
        both(A, B);
    }
}
