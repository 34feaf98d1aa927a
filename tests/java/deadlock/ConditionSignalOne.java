// check: verdict=violated kind=deadlock
// ConditionSignalAll with signal instead of signalAll.
// Schedule: both threads await before main signals; one of them is left.
// No data race: the flag is accessed under the lock.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionSignalOne {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition READY = LOCK.newCondition();
    static boolean ready;

    static void waiter() {
        LOCK.lock();
        while (!ready) {
            READY.awaitUninterruptibly();
        }
        LOCK.unlock();
    }

    public static void main(String[] args) {
        new Thread(ConditionSignalOne::waiter).start();
        new Thread(ConditionSignalOne::waiter).start();
        LOCK.lock();
        ready = true;
        READY.signal();
        LOCK.unlock();
    }
}
