// scan: candidates=none
// races: nothing
// Nobody interrupts main, though printing and locking restore interrupts: it waits for the first thread before it starts the second.
import java.util.concurrent.locks.ReentrantLock;

public class InterruptRestored {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Thread FIRST = new Thread(() -> InterruptRestored.x = 1);
    static final Thread SECOND = new Thread(() -> InterruptRestored.x = 2);
    static int x;

    public static void main(String[] args) {
        FIRST.start();
        LOCK.lock();
        LOCK.unlock();
        try {
            FIRST.join();
        } catch (InterruptedException impossible) {
            System.out.println("interrupted");
        }
        SECOND.start();
    }
}
