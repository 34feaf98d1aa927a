// check: verdict=passed
// Main awaits a condition in a loop; another thread makes it true under the lock and signals.
// Passed: no signal is needed that is not given, and none is lost that matters.
// No data race: the flag is accessed under the lock.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionWhile {
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
        while (!ready) {
            READY.await();
        }
        LOCK.unlock();
    }
}
