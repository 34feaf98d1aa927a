import java.util.concurrent.atomic.AtomicInteger;

// A ticket lock of eight places for tickets that are counted on: who has the ninth is let in by the first one's turn.
public class TicketLost {
    static final AtomicInteger NEXT = new AtomicInteger();
    static volatile int serving;
    static int inside;

    static void enter() {
        int ticket = NEXT.getAndIncrement() % 8;
        while (serving % 4 != ticket % 4) Thread.onSpinWait();
        inside++;
        serving = (ticket + 1) % 8;
    }

    public static void main(String[] args) {
        for (int i = 0; i < 5; i++) {
            new Thread(() -> {
                for (int n = 0; n < 2; n++) enter();
            }).start();
        }
    }
}
