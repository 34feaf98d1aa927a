import java.util.concurrent.atomic.AtomicInteger;

/** One writes, n read: each reader comes before the write or after it, so 2^n orders. */
public class Readers {
    static final AtomicInteger x = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        Thread[] threads = new Thread[n + 1];
        threads[0] = new Thread(() -> x.set(1));
        for (int i = 1; i <= n; i++) {
            threads[i] = new Thread(() -> x.get());
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
