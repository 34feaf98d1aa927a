// scan: candidates=none
// races: none
// A loop makes a box for each task, and the task counts in the box.
// Proved by thread-local with disjoint reachability: a box is reached from the task of its own iteration only.
// Twin: TaskSharedData.java
public class TaskOwnData {
    static final class Box {
        int value;
    }

    static final class Task implements Runnable {
        private final Box box;

        Task(Box box) {
            this.box = box;
        }

        @Override
        public void run() {
            box.value++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Box box = new Box();
            new Thread(new Task(box)).start();
        }
    }
}
