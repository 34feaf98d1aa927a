// scan: candidates=none
// races: none
// Two threads count where tryLock said yes, and do without where it said no.
// Proved by the local lock: it is held on the branch of true.
// Twin: LocalTryLockIgnored.java
import java.util.concurrent.locks.ReentrantLock;

public class LocalTryLock {
    static final class Counter {
        private final ReentrantLock lock = new ReentrantLock();
        private int value;

        void add() {
            if (lock.tryLock()) {
                try {
                    value++;
                } finally {
                    lock.unlock();
                }
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
