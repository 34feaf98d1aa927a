// check: verdict=violated kind=assertion
// TicketLock with a volatile counter that is read and then written, for two threads.
// Schedule: both read ticket 0 and both are served.
// No data race: every shared field is volatile or atomic.
import java.util.concurrent.atomic.AtomicInteger;

public class TicketTwice {
    static volatile int next;
    static volatile int serving;
    static final AtomicInteger INSIDE = new AtomicInteger();

    static void critical() {
        int now = INSIDE.incrementAndGet();
        assert now == 1 : now;
        INSIDE.decrementAndGet();
    }

    static void enter() {
        int ticket = next;
        next = ticket + 1;
        while (serving < ticket) {
            Thread.onSpinWait();
        }
        critical();
        serving = ticket + 1;
    }

    public static void main(String[] args) {
        new Thread(TicketTwice::enter).start();
        enter();
    }
}
