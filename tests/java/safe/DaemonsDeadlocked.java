// check: verdict=passed
// Two daemons may wait for each other's monitors for ever; main does not wait for them and ends.
// Passed: what only daemons wait for does not keep the program from ending.
public class DaemonsDeadlocked {
    public static void main(String[] args) {
        Object left = new Object();
        Object right = new Object();
        daemon(() -> take(left, right));
        daemon(() -> take(right, left));
    }

    static void daemon(Runnable task) {
        Thread thread = new Thread(task);
        thread.setDaemon(true);
        thread.start();
    }

    static void take(Object first, Object second) {
        synchronized (first) {
            synchronized (second) {
                second.hashCode();
            }
        }
    }
}
