// scan: candidates=none
// races: none
// A thread fills boxes and stores them under a lock; main fetches one under the lock and reads it outside.
// Proved by ordered: a box is written before it is stored only, and the reader takes the lock of that store first.
// Twin: OrderedUnderLockLate.java
public class OrderedUnderLock {
    static final class Box {
        int value;
    }

    private static Box latest;

    static synchronized void store(Box box) {
        latest = box;
    }

    static synchronized Box fetch() {
        return latest;
    }

    static void produce() {
        for (int i = 0; i < 2; i++) {
            Box box = new Box();
            box.value = i;
            store(box);
        }
    }

    public static void main(String[] args) {
        new Thread(OrderedUnderLock::produce).start();
        Box seen = fetch();
        assert seen == null || seen.value <= 1;
    }
}
