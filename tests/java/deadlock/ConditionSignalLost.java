// check: verdict=violated kind=deadlock
// ConditionWhile without a flag: main awaits one signal.
// Schedule: the signal comes before main awaits.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class ConditionSignalLost {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition READY = LOCK.newCondition();

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            LOCK.lock();
            READY.signal();
            LOCK.unlock();
        }).start();
        LOCK.lock();
        READY.await();
        LOCK.unlock();
    }
}
