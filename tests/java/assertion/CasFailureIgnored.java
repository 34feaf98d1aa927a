// check: verdict=violated kind=assertion
// CasLoop without the loop.
// Schedule: the other thread adds between main's get and its compare-and-set, which fails and is not repeated.
import java.util.concurrent.atomic.AtomicInteger;

public class CasFailureIgnored {
    static final AtomicInteger COUNT = new AtomicInteger();

    static void add(int amount) {
        int seen = COUNT.get();
        COUNT.compareAndSet(seen, seen + amount);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add(10));
        other.start();
        add(1);
        other.join();
        assert COUNT.get() == 11;
    }
}
