// check: verdict=race-free
// Two threads try a ReentrantLock and increment a plain counter only if they got it.
// Race-free: whoever increments holds the lock, and its unlock comes before the next tryLock that succeeds.
// Twin: JucTryLockIgnored.java
import java.util.concurrent.locks.ReentrantLock;

public class JucTryLockHeeded {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void add() {
        boolean got = LOCK.tryLock();
        if (got) {
            count++;
            LOCK.unlock();
        }
    }

    public static void main(String[] args) {
        new Thread(JucTryLockHeeded::add).start();
        add();
    }
}
