// scan: candidates=ThreadFieldPeeked$Worker.steps
// races: ThreadFieldPeeked$Worker.steps
// Worker threads count in a field of their own thread object; main sums up before it joins them.
// Racy: main is another thread, and reads while the workers write.
// Twin: ThreadOwnField.java
public class ThreadFieldPeeked {
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
            sum += worker.steps;
            worker.join();
        }
        assert sum <= 4;
    }
}
