// scan: candidates=LambdaBesideHelper.count
// races: LambdaBesideHelper.count
// Two threads count in lambdas that they hand to a method, which runs them when it has left its monitor.
// Racy: the monitor is held before the lambda runs, and not while it does.
// Twin: LambdaUnderHelper.java
public class LambdaBesideHelper {
    static final class Guard {
        private int calls;

        void run(Runnable action) {
            synchronized (this) {
                calls++;
            }
            action.run();
        }
    }

    static int count;

    public static void main(String[] args) {
        Guard guard = new Guard();
        new Thread(() -> guard.run(() -> count++)).start();
        guard.run(() -> count++);
    }
}
