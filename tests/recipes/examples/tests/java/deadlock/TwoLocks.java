// check: verdict=violated kind=deadlock
// Two threads take two locks in opposite orders: each may hold what the other waits for.
public class TwoLocks {
    static final Object first = new Object();
    static final Object second = new Object();

    public static void main(String[] args) {
        new Thread(() -> {
            synchronized (first) {
                synchronized (second) {
                }
            }
        }).start();
        synchronized (second) {
            synchronized (first) {
            }
        }
    }
}
