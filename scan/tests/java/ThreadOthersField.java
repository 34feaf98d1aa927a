// scan: candidates=ThreadOthersField$Worker.steps
// races: ThreadOthersField$Worker.steps
// One method counts for the thread's own object and for another thread's.
// Racy: what the method is given is the thread's own object only in one of its calls.
// Twin: ThreadOwnField.java
public class ThreadOthersField {
    static final class Worker extends Thread {
        private final Worker other;
        private int steps;

        Worker(Worker other) {
            this.other = other;
        }

        static void count(Worker worker) {
            worker.steps++;
        }

        @Override
        public void run() {
            count(this);
            if (other != null) {
                count(other);
            }
        }
    }

    public static void main(String[] args) {
        Worker first = null;
        for (int i = 0; i < 2; i++) {
            first = new Worker(first);
            first.start();
        }
    }
}
