// scan: candidates=LocalLockReplaced$Counter.lock,LocalLockReplaced$Counter.value
// races: LocalLockReplaced$Counter.lock,LocalLockReplaced$Counter.value
// A counter with a lock object in a field, which each thread replaces while it holds it.
// Racy: the two threads may lock different objects of the same counter.
// Twin: LocalLockField.java
public class LocalLockReplaced {
    static final class Counter {
        private Object lock = new Object();
        private int value;

        void add() {
            synchronized (lock) {
                lock = new Object();
                value++;
            }
        }
    }

    public static void main(String[] args) {
        Counter counter = new Counter();
        new Thread(counter::add).start();
        new Thread(counter::add).start();
    }
}
