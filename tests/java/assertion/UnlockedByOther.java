// check: verdict=violated kind=assertion
// A spin lock that a waiter opens itself after trying in vain.
// Schedule: main is inside; the other thread fails, opens the lock, takes it and enters.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;

public class UnlockedByOther {
    static final AtomicBoolean HELD = new AtomicBoolean();
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void critical() {
        int now = INSIDE.incrementAndGet();
        assert now == 1 : now;
        INSIDE.decrementAndGet();
    }

    static void enter() {
        while (HELD.getAndSet(true)) {
            HELD.set(false);
        }
        critical();
        HELD.set(false);
    }

    public static void main(String[] args) {
        new Thread(UnlockedByOther::enter).start();
        enter();
    }
}
