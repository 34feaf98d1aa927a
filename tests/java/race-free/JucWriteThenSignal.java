// check: verdict=race-free
// A thread raises a flag under a lock and signals; it writes a plain field before that. Main awaits the flag and reads it.
// Race-free: the unlock comes after the write and before the lock with which main sees the flag.
// Twin: JucSignalThenWrite.java
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class JucWriteThenSignal {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition RAISED = LOCK.newCondition();
    static boolean raised;
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.lock();
            value = 1;
            raised = true;
            RAISED.signal();
            LOCK.unlock();
        }).start();
        LOCK.lock();
        while (!raised) {
            RAISED.awaitUninterruptibly();
        }
        LOCK.unlock();
        int seen = value;
    }
}
