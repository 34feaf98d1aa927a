// check: verdict=passed
// A ReentrantLock taken twice by its owner, with the other thread in between.
// Passed: it is free only after the second unlock.
public class ReentrantLockTwice {
    static final java.util.concurrent.locks.ReentrantLock LOCK = new java.util.concurrent.locks.ReentrantLock();

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.lock();
            LOCK.unlock();
        }).start();
        LOCK.lock();
        LOCK.lock();
        assert LOCK.getHoldCount() == 2;
        LOCK.unlock();
        assert LOCK.isHeldByCurrentThread();
        LOCK.unlock();
    }
}
