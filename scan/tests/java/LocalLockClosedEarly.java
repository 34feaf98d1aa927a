// scan: candidates=LocalLockClosedEarly$Counter.value
// races: LocalLockClosedEarly$Counter.value
// A lock is taken by a method that returns something to close, and a finally block counts behind that try.
// Racy: the lock is released before the finally block runs.
// Twin: LocalLockClosed.java
import java.util.concurrent.locks.ReentrantLock;

public class LocalLockClosedEarly {
    static final class Guard implements AutoCloseable {
        private final ReentrantLock lock = new ReentrantLock();

        Guard enter() {
            lock.lock();
            return this;
        }

        @Override
        public void close() {
            lock.unlock();
        }
    }

    static final class Counter {
        private final Guard guard = new Guard();
        private int value;

        @SuppressWarnings("try")
        void add() {
            try (Guard held = guard.enter()) {
                value++;
            } finally {
                value--;
            }
        }
    }

    public static void main(String[] args) {
        Counter counter = new Counter();
        new Thread(counter::add).start();
        new Thread(counter::add).start();
    }
}
