// everyday: three threads, two permits of a Semaphore, twice each
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicInteger;

public class Permits {
    public static void main(String[] args) throws InterruptedException {
        Semaphore permits = new Semaphore(2);
        AtomicInteger inside = new AtomicInteger();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            threads[i] = new Thread(() -> {
                for (int round = 0; round < 2; round++) {
                    permits.acquireUninterruptibly();
                    int now = inside.incrementAndGet();
                    assert now <= 2;
                    inside.decrementAndGet();
                    permits.release();
                }
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
