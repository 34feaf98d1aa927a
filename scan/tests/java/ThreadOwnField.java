// scan: candidates=none
// races: none
// Worker threads count in a field of their own thread object; main sums up when it has joined them all.
// Proved by thread-local: where two threads differ, so do the objects whose field they write. For main's reads by
// parallel.
// Twin: ThreadFieldPeeked.java
public class ThreadOwnField {
    static final class Worker extends Thread {
        private int steps;

        @Override
        public void run() {
            steps++;
            steps++;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Worker[] workers = new Worker[2];
        for (int i = 0; i < workers.length; i++) {
            workers[i] = new Worker();
            workers[i].start();
        }
        for (Worker worker : workers) {
            worker.join();
        }
        int sum = 0;
        for (Worker worker : workers) {
            sum += worker.steps;
        }
        assert sum == 4;
    }
}
