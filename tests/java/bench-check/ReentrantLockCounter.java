// check: verdict=passed
// Three threads increment one counter once under a ReentrantLock.
// Passed: the lock excludes, so main sees three after the joins.
// No data race: every access is under the lock or after join.
import java.util.concurrent.locks.ReentrantLock;

public class ReentrantLockCounter {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                LOCK.lock();
                try {
                    count++;
                } finally {
                    LOCK.unlock();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count == 3;
    }
}
