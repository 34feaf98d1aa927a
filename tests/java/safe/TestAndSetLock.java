// check: verdict=passed
// A test-and-set lock; two threads enter twice and once.
// Passed: getAndSet lets one through; the spin ends when that one leaves.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

public class TestAndSetLock {
    static final AtomicBoolean HELD = new AtomicBoolean();
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void critical() {
        int now = INSIDE.incrementAndGet();
        assert now == 1 : now;
        INSIDE.decrementAndGet();
    }

    static void enter() {
        while (HELD.getAndSet(true)) {
            Thread.onSpinWait();
        }
        critical();
        HELD.set(false);
    }

    public static void main(String[] args) {
        new Thread(TestAndSetLock::enter).start();
        enter();
        enter();
    }
}
