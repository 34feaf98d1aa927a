// scan: candidates=OrderedStartedTooEarly$Worker.steps
// races: OrderedStartedTooEarly$Worker.steps
// The constructor of a class starts the worker as a thread; that of its subclass writes a field, as the thread does.
// Racy: the constructor of the subclass goes on when the thread runs.
// Twin: OrderedStartInConstructor.java
public class OrderedStartedTooEarly {
    static class Started extends Thread {
        Started() {
            start();
        }
    }

    static final class Worker extends Started {
        private int steps;

        Worker() {
            steps = 1;
        }

        @Override
        public void run() {
            steps++;
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Worker();
        }
    }
}
