// check: verdict=passed
// Two threads await one condition; main makes it true and signals all.
// Passed: whoever awaits is woken, whoever comes later sees the flag.
// No data race: the flag is accessed under the lock.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionSignalAll {
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
        new Thread(ConditionSignalAll::waiter).start();
        new Thread(ConditionSignalAll::waiter).start();
        LOCK.lock();
        ready = true;
        READY.signalAll();
        LOCK.unlock();
    }
}
