// check: verdict=passed
// Three philosophers at a round table; each takes the lower fork first.
// Passed: the last philosopher takes fork 0 before fork 2, so no cycle closes.
public class DiningThreeOrdered {
    public static void main(String[] args) throws InterruptedException {
        Object[] forks = {new Object(), new Object(), new Object()};
        for (int i = 0; i < 3; i++) {
            Object low = forks[Math.min(i, (i + 1) % 3)];
            Object high = forks[Math.max(i, (i + 1) % 3)];
            new Thread(() -> {
                synchronized (low) {
                    synchronized (high) {
                        assert Thread.holdsLock(low);
                    }
                }
            }).start();
        }
    }
}
