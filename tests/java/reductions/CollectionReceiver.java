import java.util.ArrayList;

/** A list that is shared only after another thread has made it known. A data race on what it has inside, in some schedules. */
public class CollectionReceiver {
    static final Object lock = new Object();
    static final ArrayList<Integer> own = new ArrayList<>();
    static ArrayList<Integer> shared = new ArrayList<>();

    static void first() {
        ArrayList<Integer> mine;
        synchronized (lock) {
            mine = shared;
        }
        mine.add(2);
    }

    static void second() {
        synchronized (lock) {
            shared = own;
        }
        own.add(1);
    }

    public static void main(String[] args) {
        new Thread(CollectionReceiver::first).start();
        new Thread(CollectionReceiver::second).start();
    }
}
