// scan: candidates=ThreadRunByMain$Worker.steps
// races: ThreadRunByMain$Worker.steps
// A worker thread counts in a field of its own; main, too, calls run of the worker that it has started.
// Racy: main executes the worker's code, but is another thread.
// Twin: ThreadOwnField.java
public class ThreadRunByMain {
    static final class Worker extends Thread {
        private int steps;

        @Override
        public void run() {
            steps++;
        }
    }

    public static void main(String[] args) {
        Worker worker = new Worker();
        worker.start();
        worker.run();
    }
}
