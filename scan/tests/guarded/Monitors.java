// Monitors, by each way to name them. Lines that end with "broken" access without the lock, all others with it.
import java.lang.annotation.*;
import java.util.ArrayList;
import java.util.List;

public class Monitors {
    @Retention(RetentionPolicy.CLASS)
    @interface GuardedBy {
        String[] value();
    }

    private final Object lock = new Object();
    private static final Object COMMON = new Object();
    private Object loose = new Object();
    private final Pair pair = new Pair();

    static final class Pair {
        final Object first = new Object();
        @GuardedBy("this") int size;
    }

    @GuardedBy("this") private int own;
    @GuardedBy("lock") private int byField;
    @GuardedBy("this.lock") private int byOwnField;
    @GuardedBy("COMMON") private int byStatic;
    @GuardedBy("Monitors.class") private static int byClass;
    @GuardedBy("Monitors.COMMON") private static int byNamedStatic;
    @GuardedBy("getLock()") private int byGetter;
    @GuardedBy("pair.first") private int byPath;
    @GuardedBy({"lock", "this"}) private int byBoth;
    @GuardedBy("loose") private int byLoose;
    @GuardedBy("itself") private final List<String> list = new ArrayList<>();

    Monitors() {
        own = 1;
        byField = 1;
        list.add("a");
    }

    private Object getLock() {
        return lock;
    }

    synchronized void right() {
        own++;
        synchronized (lock) {
            byField++;
            byOwnField++;
            byGetter++;
            byBoth++;
        }
        synchronized (COMMON) {
            byStatic++;
            byNamedStatic++;
        }
        synchronized (Monitors.class) {
            byClass++;
        }
        synchronized (pair.first) {
            byPath++;
        }
        synchronized (list) {
            list.add("b");
        }
        synchronized (pair) {
            pair.size++;
        }
    }

    static synchronized void rightForClass() {
        byClass++;
    }

    void wrong() {
        own++; // broken
        synchronized (this) {
            byField++; // broken
            byOwnField = 1; // broken
            byStatic = 2; // broken
            byClass = 2; // broken
            byNamedStatic = 2; // broken
            byGetter = 2; // broken
            byPath = 2; // broken
            byBoth = 2; // broken
            list.add("c"); // broken
            pair.size = 2; // broken
        }
        synchronized (loose) {
            byLoose++; // broken
        }
        synchronized (loose) {
            underLoose(); // broken
        }
        loose = new Object();
    }

    @GuardedBy("loose")
    private void underLoose() {
        byLoose++; // broken
    }

    void ofAnother(Monitors other) {
        synchronized (other) {
            other.own++;
            own++; // broken
        }
        synchronized (lock) {
            other.byField++; // broken
        }
        synchronized (other.lock) {
            other.byField++;
        }
    }

    void sometimes(boolean isHeld) {
        if (isHeld) {
            synchronized (this) {
                own++;
            }
        }
        own++; // broken
    }

    @GuardedBy("this")
    private void helper() {
        own++;
        byField++; // broken
    }

    synchronized void calls(Monitors other) {
        helper();
        other.helper(); // broken
        new Monitors().helper();
    }

    @GuardedBy("COMMON")
    static void helperForAll() {
        byNamedStatic++;
    }

    void callsForAll() {
        helperForAll(); // broken
        synchronized (COMMON) {
            helperForAll();
        }
    }

    void throughCall() {
        synchronized (this) {
            deeper();
        }
        synchronized (COMMON) {
            deeperStill();
        }
    }

    private void deeper() {
        own++;
    }

    private static void deeperStill() {
        byNamedStatic++;
    }

    class Inner {
        @GuardedBy("Monitors.this") int ofOuter;
        @GuardedBy("lock") int ofOuterField;
        @GuardedBy("Monitors.this.lock") int ofNamedOuterField;

        void right() {
            synchronized (Monitors.this) {
                ofOuter++;
                own++;
            }
            synchronized (lock) {
                ofOuterField++;
                ofNamedOuterField++;
            }
        }

        void wrong() {
            synchronized (this) {
                ofOuter++; // broken
                ofOuterField++; // broken
                ofNamedOuterField++; // broken
            }
        }
    }

    public static void main(String[] args) {
        Monitors shared = new Monitors();
        Monitors other = new Monitors();
        new Thread(() -> run(shared, other)).start();
        run(shared, other);
    }

    static void run(Monitors shared, Monitors other) {
        shared.right();
        rightForClass();
        shared.wrong();
        shared.ofAnother(other);
        shared.sometimes(other == shared);
        shared.calls(other);
        shared.callsForAll();
        shared.throughCall();
        Inner inner = shared.new Inner();
        inner.right();
        new Thread(inner::wrong).start();
    }
}
