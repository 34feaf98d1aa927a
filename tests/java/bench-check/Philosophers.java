// check: verdict=passed
// Six philosophers, each takes its two forks, the lower one first, and eats once.
// Passed: the order of the forks is the same for all, so no cycle closes.
public class Philosophers {
    static final int SEATS = 6;

    public static void main(String[] args) {
        Object[] forks = new Object[SEATS];
        for (int i = 0; i < SEATS; i++) {
            forks[i] = new Object();
        }
        for (int i = 0; i < SEATS; i++) {
            Object first = forks[Math.min(i, (i + 1) % SEATS)];
            Object second = forks[Math.max(i, (i + 1) % SEATS)];
            new Thread(() -> {
                synchronized (first) {
                    synchronized (second) {
                        // eats
                    }
                }
            }).start();
        }
    }
}
