// check: verdict=passed
// A ticket lock; three threads enter once.
// Passed: getAndIncrement gives each a ticket of its own, and tickets are served one by one.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;

public class TicketLock {
    static final AtomicInteger NEXT = new AtomicInteger();
    static volatile int serving;
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void critical() {
        int now = INSIDE.incrementAndGet();
        assert now == 1 : now;
        INSIDE.decrementAndGet();
    }

    static void enter() {
        int ticket = NEXT.getAndIncrement();
        while (serving != ticket) {
            Thread.onSpinWait();
        }
        critical();
        serving = ticket + 1;
    }

    public static void main(String[] args) {
        new Thread(TicketLock::enter).start();
        new Thread(TicketLock::enter).start();
        enter();
    }
}
