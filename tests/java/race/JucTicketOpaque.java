// check: verdict=violated kind=data-race variable=JucTicketOpaque.count conflict=write-read
// Two threads increment a plain counter under a ticket lock, which calls the next number by setOpaque.
// Racy: who is called sees an opaque write, which releases nothing; drawing the ticket precedes the increment of the other.
// Twin: JucTicketLazySet.java
import java.util.concurrent.atomic.AtomicInteger;

public class JucTicketOpaque {
    static final AtomicInteger NEXT = new AtomicInteger();
    static final AtomicInteger CALLED = new AtomicInteger();
    static int count;

    static void add() {
        int ticket = NEXT.getAndIncrement();
        while (CALLED.get() != ticket) {
            Thread.onSpinWait();
        }
        count++;
        CALLED.setOpaque(ticket + 1);
    }

    public static void main(String[] args) {
        new Thread(JucTicketOpaque::add).start();
        add();
    }
}
