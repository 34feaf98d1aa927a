// check: verdict=violated kind=assertion
// AtomicIncrement for two threads, with get and set instead of an increment.
// Schedule: both get 0, both set 1.
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicGetThenSet {
    static final AtomicInteger COUNT = new AtomicInteger();

    static void increment() {
        COUNT.set(COUNT.get() + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(AtomicGetThenSet::increment);
        other.start();
        increment();
        other.join();
        assert COUNT.get() == 2;
    }
}
