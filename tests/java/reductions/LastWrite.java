/** n threads write one variable: n! orders. */
public class LastWrite {
    static volatile int x;

    public static void main(String[] args) throws InterruptedException {
        int n = args.length > 0 ? Integer.parseInt(args[0]) : 4;
        Thread[] threads = new Thread[n];
        for (int i = 0; i < n; i++) {
            int value = i;
            threads[i] = new Thread(() -> x = value);
        }
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
    }
}
