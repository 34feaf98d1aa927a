// everyday: min=21 three virtual threads that lock
import java.util.concurrent.locks.ReentrantLock;

public class VirtualLocks {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = Thread.startVirtualThread(() -> {
                LOCK.lock();
                try {
                    count++;
                } finally {
                    LOCK.unlock();
                }
            });
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count == 3;
    }
}
