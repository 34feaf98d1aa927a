import java.util.concurrent.atomic.AtomicIntegerArray;

/** One looks for the last zero of an array from its end, n others each set their element to their neighbour's plus one. */
public class LastZero {
    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 3;
        AtomicIntegerArray array = new AtomicIntegerArray(n + 1);
        Thread[] threads = new Thread[n + 1];
        threads[0] = new Thread(() -> {
            int i = n;
            while (array.get(i) != 0) {
                i--;
            }
        });
        for (int j = 1; j <= n; j++) {
            int mine = j;
            threads[j] = new Thread(() -> array.set(mine, array.get(mine - 1) + 1));
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
