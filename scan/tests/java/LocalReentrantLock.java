// scan: candidates=none
// races: none
// Counters with a ReentrantLock of their own, held in try and released in finally.
// Proved by the local lock: it is a final field of the counter, and held at the increment on all paths.
// Twin: LocalUnlockedEarly.java
import java.util.concurrent.locks.ReentrantLock;

public class LocalReentrantLock {
    static final class Counter {
        private final ReentrantLock lock = new ReentrantLock();
        private int value;

        void add() {
            lock.lock();
            try {
                value++;
            } finally {
                lock.unlock();
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
