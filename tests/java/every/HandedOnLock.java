// check: verdict=race-free weak=true
// A lock is used before anybody else knows it, and handed on by an opaque access. Its state lies behind a final field: that covers
// what was done to it until the constructor ended, and takes nothing back of what was released at it since.
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.concurrent.locks.ReentrantLock;

public class HandedOnLock {
    static final AtomicReferenceArray<ReentrantLock> HANDED = new AtomicReferenceArray<>(1);
    static int data;

    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            ReentrantLock lock = new ReentrantLock();
            lock.lock();
            data = 1;
            lock.unlock();
            HANDED.setOpaque(0, lock);
        });
        thread.start();
        ReentrantLock lock = HANDED.getOpaque(0);
        if (lock != null) {
            lock.lock();
            assert data == 1;
            lock.unlock();
        }
        thread.join();
    }
}
