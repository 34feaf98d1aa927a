// check: verdict=race-free
// Contended, a ConcurrentHashMap counts its entries in cells that it makes on the way and stores plainly; who sums them up reads the
// volatile value of each.
import java.util.concurrent.ConcurrentHashMap;

public class CounterCells {
    static final ConcurrentHashMap<Integer, Integer> OPEN = new ConcurrentHashMap<>();
    static final Object MONITOR = new Object();
    static int done;

    public static void main(String[] args) throws InterruptedException {
        Thread[] threads = new Thread[2];
        for (int i = 0; i < threads.length; i++) {
            Integer key = i;
            threads[i] = new Thread(() -> {
                synchronized (MONITOR) {
                    done++;
                }
                OPEN.remove(key);
            });
            OPEN.put(key, key);
            threads[i].start();
        }
        if (OPEN.isEmpty()) {
            assert done == 2;
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
