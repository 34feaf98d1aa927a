// check: verdict=violated kind=deadlock
// Two threads take two monitors in opposite orders, while main spins on a flag that nobody sets.
// Deadlock: when both hold their first monitor they wait for each other for ever, though main can go on.
public class DeadlockBesideSpinning {
    static volatile boolean stop;

    public static void main(String[] args) {
        Object left = new Object();
        Object right = new Object();
        new Thread(() -> take(left, right)).start();
        new Thread(() -> take(right, left)).start();
        while (!stop) {
            Thread.onSpinWait();
        }
    }

    static void take(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                second.hashCode();
            }
        }
    }
}
