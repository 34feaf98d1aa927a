/** Places that are executed often, of which a sample has few accesses; what orders them it has all. One of them races. */
public final class Often {
    private static final int ROUNDS = 20_000;
    private static final Object LOCK = new Object();
    private static int count;
    private static final int[] PARITIES = new int[2];
    private static int last;

    public static void main(String[] arguments) throws InterruptedException {
        Thread[] threads = {new Thread(Often::count), new Thread(Often::count)};
        for (Thread thread : threads) {
            thread.start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(count + " " + PARITIES[0] + " " + last);
    }

    private static void count() {
        for (int round = 1; round <= ROUNDS; round++) {
            // The first time, no lock that was taken before orders it behind the other thread's.
            last = round;
            synchronized (LOCK) {
                count++;
                PARITIES[round % 2]++;
            }
        }
    }
}
