// scan: candidates=none
// races: none
// Counters made in a loop, each with a lock object in a final field, under which two threads count.
// Proved by the local lock: the lock is a function of the counter, so where the locks differ, so do the counters.
// Twin: LocalLockReplaced.java
public class LocalLockField {
    static final class Counter {
        private final Object lock = new Object();
        private int value;

        void add() {
            synchronized (lock) {
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
