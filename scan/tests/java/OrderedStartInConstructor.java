// scan: candidates=none
// races: none
// The constructor of a worker writes a field of it, and then starts it as a thread, which writes the field, too.
// Proved by parallel, ordered and thread-local: the only write of the constructor comes before the start.
// Twin: OrderedStartedTooEarly.java
public class OrderedStartInConstructor {
    static final class Worker extends Thread {
        private int steps;

        Worker() {
            steps = 1;
            start();
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
