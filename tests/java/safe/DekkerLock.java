// check: verdict=passed
// Dekker's lock for two threads, on volatiles; each enters once.
// Passed: who wants in looks at the other's wish after stating its own. The turn changes when its holder leaves, and the holder
// does come through, so every spin ends.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;

public class DekkerLock {
    static volatile boolean want0;
    static volatile boolean want1;
    static volatile int turn;
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void critical() {
        int now = INSIDE.incrementAndGet();
        assert now == 1 : now;
        INSIDE.decrementAndGet();
    }

    static void first() {
        want0 = true;
        while (want1) {
            if (turn != 0) {
                want0 = false;
                while (turn != 0) {
                    Thread.onSpinWait();
                }
                want0 = true;
            }
        }
        critical();
        turn = 1;
        want0 = false;
    }

    static void second() {
        want1 = true;
        while (want0) {
            if (turn != 1) {
                want1 = false;
                while (turn != 1) {
                    Thread.onSpinWait();
                }
                want1 = true;
            }
        }
        critical();
        turn = 0;
        want1 = false;
    }

    public static void main(String[] args) {
        new Thread(DekkerLock::second).start();
        first();
    }
}
