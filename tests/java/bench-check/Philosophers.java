// check: verdict=passed
// Six philosophers, or as many as the argument says; each takes its two forks, the lower one first, and eats once.
// Passed: the order of the forks is the same for all, so no cycle closes.
public class Philosophers {
    public static void main(String[] args) {
        int seats = args.length == 0 ? 6 : Integer.parseInt(args[0]);
        Object[] forks = new Object[seats];
        for (int i = 0; i < seats; i++) {
            forks[i] = new Object();
        }
        for (int i = 0; i < seats; i++) {
            Object first = forks[Math.min(i, (i + 1) % seats)];
            Object second = forks[Math.max(i, (i + 1) % seats)];
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
