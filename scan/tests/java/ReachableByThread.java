// scan: candidates=ReachableByThread.count
// races: ReachableByThread.count
// Two tasks of the same class, both with a step that counts.
// Racy: the thread runs one and main the other, without a lock.
// Twin: ReachableByMainOnly.java
public class ReachableByThread {
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

    public static void main(String[] args) {
        Task first = new Task(() -> count++);
        Task second = new Task(() -> count++);
        new Thread(first).start();
        second.run();
    }
}
