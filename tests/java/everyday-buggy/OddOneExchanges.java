// everyday-buggy: kind=deadlock
// If the first player waits already, main swaps with it, and starts the second all the same, who then finds no partner.
import java.util.concurrent.Exchanger;
import java.util.concurrent.atomic.AtomicInteger;

public class OddOneExchanges {
    static final Exchanger<String> TABLE = new Exchanger<>();
    static final AtomicInteger WAITING = new AtomicInteger();

    static void swap(String card) {
        try {
            Thread.sleep(10);
            WAITING.incrementAndGet();
            TABLE.exchange(card);
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
        WAITING.decrementAndGet();
    }

    public static void main(String[] args) throws InterruptedException {
        Thread first = new Thread(() -> swap("ace"));
        Thread second = new Thread(() -> swap("queen"));
        first.start();
        if (WAITING.get() > 0) {
            swap("king");
        }
        second.start();
        first.join();
        second.join();
    }
}
