// everyday: three threads, one ReentrantLock each time
import java.util.concurrent.locks.ReentrantLock;

public class LockRounds {
    static final ReentrantLock LOCK = new ReentrantLock();
    static int count;

    public static void main(String[] args) throws InterruptedException {
        int rounds = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int round = 0; round < rounds; round++) {
                    LOCK.lock();
                    try {
                        count++;
                    } finally {
                        LOCK.unlock();
                    }
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert count == 3 * rounds;
    }
}
