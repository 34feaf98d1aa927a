import java.util.ArrayList;

/** A list that is used under a lock which another thread may replace. A data race on what it has inside, in some schedules. */
public class CollectionLock {
    static final Object lock = new Object();
    static final Object other = new Object();
    static Object current = lock;
    static final ArrayList<Integer> list = new ArrayList<>();

    static void first() {
        synchronized (lock) {
            current = other;
        }
        synchronized (lock) {
            list.add(1);
        }
    }

    static void second() {
        Object mine;
        synchronized (lock) {
            mine = current;
        }
        synchronized (mine) {
            list.add(2);
        }
    }

    public static void main(String[] args) {
        new Thread(CollectionLock::first).start();
        new Thread(CollectionLock::second).start();
    }
}
