// check: verdict=violated kind=assertion
// A lock in Dekker's manner that looks at the other's wish before it states its own.
// Schedule: both see no wish of the other, both state theirs and enter.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;

public class DekkerLooksFirst {
    static volatile boolean want0;
    static volatile boolean want1;
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void critical() {
        int now = INSIDE.incrementAndGet();
        assert now == 1 : now;
        INSIDE.decrementAndGet();
    }

    static void first() {
        while (want1) {
            Thread.onSpinWait();
        }
        want0 = true;
        critical();
        want0 = false;
    }

    static void second() {
        while (want0) {
            Thread.onSpinWait();
        }
        want1 = true;
        critical();
        want1 = false;
    }

    public static void main(String[] args) {
        new Thread(DekkerLooksFirst::second).start();
        first();
    }
}
