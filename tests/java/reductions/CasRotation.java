import java.util.concurrent.atomic.AtomicInteger;

/** Thread i tries once to replace i by i + 1: whoever comes when it is not i only looks. */
public class CasRotation {
    static final AtomicInteger x = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            int mine = i;
            threads[i] = new Thread(() -> x.compareAndSet(mine, mine + 1));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
