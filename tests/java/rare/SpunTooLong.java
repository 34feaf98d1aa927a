import java.util.concurrent.atomic.AtomicBoolean;

// A spin lock that gives up after three attempts, and goes in all the same.
public class SpunTooLong {
    static final AtomicBoolean TAKEN = new AtomicBoolean();
    static int count;

    static void add() {
        for (int n = 0; n < 3 && !TAKEN.compareAndSet(false, true); n++) Thread.onSpinWait();
        count++;
        TAKEN.set(false);
    }

    public static void main(String[] args) {
        for (int i = 0; i < 3; i++) {
            new Thread(() -> {
                for (int n = 0; n < 4; n++) add();
            }).start();
        }
    }
}
