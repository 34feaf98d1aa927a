// scan: candidates=LocalTryLockIgnored$Counter.value
// races: LocalTryLockIgnored$Counter.value
// Two threads count whatever tryLock said.
// Racy: on the branch of false the other thread holds the lock.
// Twin: LocalTryLock.java
import java.util.concurrent.locks.ReentrantLock;

public class LocalTryLockIgnored {
    static final class Counter {
        private final ReentrantLock lock = new ReentrantLock();
        private int value;

        void add() {
            boolean locked = lock.tryLock();
            value++;
            if (locked) {
                lock.unlock();
            }
        }
    }

    public static void main(String[] args) {
        Counter counter = new Counter();
        new Thread(counter::add).start();
        new Thread(counter::add).start();
    }
}
