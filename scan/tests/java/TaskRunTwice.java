// scan: candidates=TaskRunTwice$Task.steps
// races: TaskRunTwice$Task.steps
// A loop makes a task and gives it to two threads; the task counts in its own field.
// Racy: two threads run the same task.
// Twin: TaskOwnField.java
public class TaskRunTwice {
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
            new Thread(task).start();
        }
    }
}
