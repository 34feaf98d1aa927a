// check: verdict=violated kind=deadlock
// Three philosophers at a round table; each takes the left fork first.
// Schedule: all three take their left fork. Main has ended by then: the deadlock is among the others.
public class DiningThree {
    public static void main(String[] args) throws InterruptedException {
        Object[] forks = {new Object(), new Object(), new Object()};
        for (int i = 0; i < 3; i++) {
            Object left = forks[i];
            Object right = forks[(i + 1) % 3];
            new Thread(() -> {
                synchronized (left) {
                    synchronized (right) {
                        assert Thread.holdsLock(left);
                    }
                }
            }).start();
        }
    }
}
