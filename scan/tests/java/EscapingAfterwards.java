// scan: candidates=none
// races: none
// A thread fills a box and then stores it under a lock; main reads all of that under the lock.
// Proved by escaping and the global lock: the box is private when it is written outside the lock, and the lock that
// publishes it is the lock under which it is read.
// Twin: EscapingUnordered.java
public class EscapingAfterwards {
    static final class Box {
        int value;
    }

    static final Object LOCK = new Object();
    static Box latest;

    static void fill() {
        Box box = new Box();
        box.value = 1;
        box.value++;
        synchronized (LOCK) {
            latest = box;
        }
    }

    public static void main(String[] args) {
        new Thread(EscapingAfterwards::fill).start();
        synchronized (LOCK) {
            if (latest != null) {
                latest.value++;
            }
        }
    }
}
