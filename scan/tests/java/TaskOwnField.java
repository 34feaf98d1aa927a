// scan: candidates=none
// races: none
// A loop makes a task for each thread, and a task counts in its own field.
// Proved by thread-local with the task in the place of the thread: different threads run different tasks.
// Twin: TaskRunTwice.java
public class TaskOwnField {
    static final class Task implements Runnable {
        private int steps;

        @Override
        public void run() {
            steps++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Task task = new Task();
            new Thread(task).start();
        }
    }
}
