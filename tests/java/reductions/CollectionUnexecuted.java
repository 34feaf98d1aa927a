import java.util.ArrayList;

/** A list that is used without its lock only if a variable was written before. A data race on what it has inside, in some schedules. */
public class CollectionUnexecuted {
    static int written;
    static final Object lock = new Object();
    static final ArrayList<Integer> list = new ArrayList<>();

    static void first() {
        synchronized (lock) {
            written = 1;
        }
        synchronized (lock) {
            list.add(1);
        }
    }

    static void second() {
        int read;
        synchronized (lock) {
            read = written;
        }
        if (read == 1) {
            list.size();
        }
    }

    public static void main(String[] args) {
        new Thread(CollectionUnexecuted::first).start();
        new Thread(CollectionUnexecuted::second).start();
    }
}
