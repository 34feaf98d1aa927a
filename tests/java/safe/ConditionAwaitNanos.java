// check: verdict=passed
// Main awaits a condition for at most some time; the signal comes before, during or after that.
// Passed: the loop ends with the flag set or the time used up, and in no third way.
// No data race: the flag is accessed under the lock.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionAwaitNanos {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition READY = LOCK.newCondition();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            LOCK.lock();
            ready = true;
            READY.signal();
            LOCK.unlock();
        }).start();
        LOCK.lock();
        long left = 20_000_000;
        while (!ready && left > 0) {
            left = READY.awaitNanos(left);
        }
        assert ready || left <= 0;
        LOCK.unlock();
    }
}
