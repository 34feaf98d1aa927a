// check: verdict=violated kind=deadlock
// Two threads take two monitors in opposite orders, while main spins until both are done.
// Deadlock: when both hold their first monitor they wait for each other for ever, though main can go on.
public class DeadlockBesideSpinning {
    static volatile boolean one, other;

    public static void main(String[] args) {
        Object left = new Object();
        Object right = new Object();
        new Thread(() -> { take(left, right); one = true; }).start();
        new Thread(() -> { take(right, left); other = true; }).start();
        while (!one || !other) {
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
