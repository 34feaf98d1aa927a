// scan: candidates=TaskSharedData$Box.value
// races: TaskSharedData$Box.value
// A box is made before the loop, and all tasks count in it.
// Racy: the tasks differ, but lead to the same box.
// Twin: TaskOwnData.java
public class TaskSharedData {
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
        Box box = new Box();
        for (int i = 0; i < 2; i++) {
            new Thread(new Task(box)).start();
        }
    }
}
