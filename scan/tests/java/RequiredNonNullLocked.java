// scan: candidates=none
import java.util.Objects;

/** A lock that comes through `Objects.requireNonNull` is the lock; a list is told apart from those that others give to it. */
public class RequiredNonNullLocked {
    static class Guarded {
        final Object lock;
        int value;

        Guarded(Object lock) {
            this.lock = Objects.requireNonNull(lock);
        }

        void add() {
            synchronized (Objects.requireNonNull(lock, "lock")) {
                value++;
            }
        }
    }

    public static void main(String[] args) {
        Guarded guarded = new Guarded(new Object());
        Thread other = new Thread(guarded::add);
        other.start();
        guarded.add();
    }
}
