// check: verdict=violated kind=livelock options=--library;instant
// The last thread waits for a time, again and again, for what nobody does: the wait is several
// steps, and one of them looks and rests.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class TimedWaitForEver {
    public static void main(String[] args) throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        Condition never = lock.newCondition();
        lock.lock();
        while (true) {
            never.awaitNanos(1000);
        }
    }
}
