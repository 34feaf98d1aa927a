// scan: candidates=none
// races: none
// Two tasks of the same class, one with a step that counts and one with a step that does nothing.
// Proved by reachable: with the task as context, the thread runs the idle step only, and main alone counts.
// Twin: ReachableByThread.java
public class ReachableByMainOnly {
    static int count;

    static final class Task implements Runnable {
        private final Runnable step;

        Task(Runnable step) {
            this.step = step;
        }

        @Override
        public void run() {
            step.run();
        }
    }

    static void idle() {
    }

    public static void main(String[] args) {
        Task idling = new Task(ReachableByMainOnly::idle);
        Task counting = new Task(() -> count++);
        new Thread(idling).start();
        counting.run();
    }
}
