// scan: candidates=ThreadJoinedAndRead$Worker.steps
// races: none
// As ThreadOwnField, but main reads the field of each worker when it has joined that one, beside the others.
// Race-free, as a worker writes only its own field. A candidate all the same: parallel knows only that some worker
// still runs, and thread-local does not compare with main.
// Twin: ThreadOwnField.java
public class ThreadJoinedAndRead {
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
        int sum = 0;
        for (Worker worker : workers) {
            worker.join();
            sum += worker.steps;
        }
        assert sum == 4;
    }
}
