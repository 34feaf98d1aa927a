// scan: candidates=none
// races: none
// Two threads count in lambdas that they hand to a method, which runs them under its lock.
// Proved by the global lock: the Guard exists once, and its monitor is held on all paths to the lambdas.
// Twin: LambdaBesideHelper.java
public class LambdaUnderHelper {
    static final class Guard {
        synchronized void run(Runnable action) {
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
