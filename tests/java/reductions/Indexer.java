import java.util.concurrent.atomic.AtomicIntegerArray;

/** Flanagan and Godefroid, POPL 2005: n threads insert four messages each into a hash table; up to 11 none meets another. */
public class Indexer {
    static final int SIZE = 128;
    static final int MOST = 4;
    static final AtomicIntegerArray table = new AtomicIntegerArray(SIZE);

    static void insert(int thread) {
        int m = 0;
        while (m < MOST) {
            m++;
            int w = m * 11 + thread;
            int h = w * 7 % SIZE;
            while (!table.compareAndSet(h, 0, w)) {
                h = (h + 1) % SIZE;
            }
        }
    }

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            int id = i;
            threads[i] = new Thread(() -> insert(id));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
