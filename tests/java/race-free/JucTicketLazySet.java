// check: verdict=race-free weak=true
// Two threads increment a plain counter under a ticket lock, which calls the next number by lazySet.
// Race-free: lazySet is a release, and the get that sees the number called acquires it.
// Twin: JucTicketOpaque.java
import java.util.concurrent.atomic.AtomicInteger;

public class JucTicketLazySet {
    static final AtomicInteger NEXT = new AtomicInteger();
    static final AtomicInteger CALLED = new AtomicInteger();
    static int count;

    static void add() {
        int ticket = NEXT.getAndIncrement();
        while (CALLED.get() != ticket) {
            Thread.onSpinWait();
        }
        count++;
        CALLED.lazySet(ticket + 1);
    }

    public static void main(String[] args) {
        new Thread(JucTicketLazySet::add).start();
        add();
    }
}
