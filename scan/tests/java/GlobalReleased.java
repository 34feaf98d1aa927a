// scan: candidates=GlobalReleased.count
// races: GlobalReleased.count
// Two threads take a lock twice and release it twice before they count.
// Racy: the lock is not held any more.
// Twin: GlobalReentered.java
import java.util.concurrent.locks.ReentrantLock;

public class GlobalReleased {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void increment() {
        LOCK.lock();
        LOCK.lock();
        LOCK.unlock();
        LOCK.unlock();
        count++;
    }

    public static void main(String[] args) {
        new Thread(GlobalReleased::increment).start();
        increment();
    }
}
