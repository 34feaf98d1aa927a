import java.util.ArrayList;

/** A list of a thread's own, which gets known to another thread on one way of a branch only. A data race on what it has inside, in some schedules. */
public class CollectionEscape {
    static int written;
    static final Object lock = new Object();
    static ArrayList<Integer> shared;

    static void first() {
        ArrayList<Integer> theirs;
        synchronized (lock) {
            written = 1;
        }
        synchronized (lock) {
            theirs = shared;
        }
        if (theirs != null) {
            theirs.add(1);
        }
    }

    static void second() {
        ArrayList<Integer> mine = new ArrayList<>();
        int read;
        synchronized (lock) {
            read = written;
        }
        if (read == 1) {
            synchronized (lock) {
                shared = mine;
            }
        }
        mine.add(2);
    }

    public static void main(String[] args) {
        new Thread(CollectionEscape::first).start();
        new Thread(CollectionEscape::second).start();
    }
}
