// scan: candidates=none
// races: none
// Two threads take a lock twice and release it once before they count.
// Proved by the global lock: it is counted how often it is held.
// Twin: GlobalReleased.java
import java.util.concurrent.locks.ReentrantLock;

public class GlobalReentered {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    static void increment() {
        LOCK.lock();
        LOCK.lock();
        LOCK.unlock();
        count++;
        LOCK.unlock();
    }

    public static void main(String[] args) {
        new Thread(GlobalReentered::increment).start();
        increment();
    }
}
