import java.util.ArrayList;
import java.util.concurrent.locks.ReentrantLock;

/** A list that is guarded by a ReentrantLock on one way of a branch only. A data race on what it has inside, in some schedules. */
public class CollectionReentrant {
    static int written;
    static final Object lock = new Object();
    static final ReentrantLock guard = new ReentrantLock();
    static final ArrayList<Integer> list = new ArrayList<>();

    static void first() {
        int read;
        synchronized (lock) {
            read = written;
        }
        if (read == 1) {
            list.add(3);
        } else {
            guard.lock();
            list.add(2);
            guard.unlock();
        }
    }

    static void second() {
        synchronized (lock) {
            written = 1;
        }
        guard.lock();
        list.add(1);
        guard.unlock();
    }

    public static void main(String[] args) {
        new Thread(CollectionReentrant::first).start();
        new Thread(CollectionReentrant::second).start();
    }
}
