// check: verdict=violated kind=deadlock
// Six philosophers, each takes its left fork first.
// Schedule: all six take their left forks.
public class PhilosophersDeadlock {
    static final int SEATS = 6;

    public static void main(String[] args) {
        Object[] forks = new Object[SEATS];
        for (int i = 0; i < SEATS; i++) {
            forks[i] = new Object();
        }
        for (int i = 0; i < SEATS; i++) {
            Object first = forks[i];
            Object second = forks[(i + 1) % SEATS];
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
