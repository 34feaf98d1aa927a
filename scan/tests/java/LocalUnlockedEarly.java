// scan: candidates=LocalUnlockedEarly$Counter.value
// races: LocalUnlockedEarly$Counter.value
// A counter with a ReentrantLock, which is released before the counter is read for the result.
// Racy: the read holds no lock any more.
// Twin: LocalReentrantLock.java
import java.util.concurrent.locks.ReentrantLock;

public class LocalUnlockedEarly {
    static final class Counter {
        private final ReentrantLock lock = new ReentrantLock();
        private int value;

        int add() {
            lock.lock();
            try {
                value++;
            } finally {
                lock.unlock();
            }
            return value;
        }
    }

    public static void main(String[] args) {
        Counter counter = new Counter();
        new Thread(counter::add).start();
        new Thread(counter::add).start();
    }
}
