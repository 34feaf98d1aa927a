// scan: candidates=none
// races: none
// A lock is taken by a method that returns something to close, and released by close at the end of a try block.
// Proved by the local lock: both methods do that for all their callers, on all paths.
// Twin: LocalLockClosedEarly.java
import java.util.concurrent.locks.ReentrantLock;

public class LocalLockClosed {
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
            }
        }
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            Counter counter = new Counter();
            new Thread(counter::add).start();
            new Thread(counter::add).start();
        }
    }
}
