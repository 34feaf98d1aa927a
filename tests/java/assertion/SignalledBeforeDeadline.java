// check: verdict=violated kind=assertion options=--library;instant
// After a wait of a millisecond, during which two pass, no time is left, or so main believes.
// Schedule: the waiting thread has given up the lock, and reads the clock for its deadline when they have passed.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalledBeforeDeadline {
    static volatile boolean isLeft;

    public static void main(String[] args) throws Exception {
        ReentrantLock lock = new ReentrantLock();
        Condition condition = lock.newCondition();
        Thread waiter = new Thread(() -> {
            lock.lock();
            try {
                isLeft = condition.awaitNanos(1_000_000) > 0;
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            } finally {
                lock.unlock();
            }
        });
        waiter.start();
        lock.lock();
        condition.signal();
        Thread.sleep(2);
        lock.unlock();
        waiter.join();
        assert !isLeft;
    }
}
