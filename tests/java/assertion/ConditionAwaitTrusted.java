// check: verdict=violated kind=assertion
// Main believes that a second is long enough for the signal.
// Schedule: the wait ends by its timeout before the other thread has the lock.
// No data race: the flag is accessed under the lock.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionAwaitTrusted {
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
        if (!ready) {
            READY.await(1, TimeUnit.SECONDS);
        }
        boolean seen = ready;
        LOCK.unlock();
        assert seen;
    }
}
