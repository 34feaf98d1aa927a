// scan: candidates=ThreadNeighbour$Worker.steps
// races: ThreadNeighbour$Worker.steps
// Worker threads count in a field of the worker that was made before them.
// Racy: the first has none before it and counts in itself, where the second counts, too.
// Twin: ThreadOwnField.java
public class ThreadNeighbour {
    static final class Worker extends Thread {
        private final Worker before;
        private int steps;

        Worker(Worker before) {
            this.before = before;
        }

        @Override
        public void run() {
            Worker target = before == null ? this : before;
            target.steps++;
        }
    }

    public static void main(String[] args) {
        Worker last = null;
        for (int i = 0; i < 2; i++) {
            Worker worker = new Worker(last);
            worker.start();
            last = worker;
        }
    }
}
