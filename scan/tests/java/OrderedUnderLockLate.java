// scan: candidates=OrderedUnderLockLate$Box.value
// races: OrderedUnderLockLate$Box.value
// A thread stores boxes under a lock and fills them after that; main fetches one under the lock and reads it outside.
// Racy: main may have fetched the box when it is filled.
// Twin: OrderedUnderLock.java
public class OrderedUnderLockLate {
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
            store(box);
            box.value = i;
        }
    }

    public static void main(String[] args) {
        new Thread(OrderedUnderLockLate::produce).start();
        Box seen = fetch();
        assert seen == null || seen.value <= 1;
    }
}
