// check: verdict=violated kind=assertion
// TestAndSetLock with the test and the set apart.
// Schedule: both threads see the lock free and both set it.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;

public class TestThenSetLock {
    static volatile boolean held;
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void critical() {
        int now = INSIDE.incrementAndGet();
        assert now == 1 : now;
        INSIDE.decrementAndGet();
    }

    static void enter() {
        while (held) {
            Thread.onSpinWait();
        }
        held = true;
        critical();
        held = false;
    }

    public static void main(String[] args) {
        new Thread(TestThenSetLock::enter).start();
        enter();
    }
}
