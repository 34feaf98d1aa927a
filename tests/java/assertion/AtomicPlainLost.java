// check: verdict=violated kind=assertion at=access racy=true
// Plain accesses of an atomic integer.
// Schedule: both read before either writes, and one update is lost.
// Racy: two plain updates.
import java.util.concurrent.atomic.AtomicInteger;
public class AtomicPlainLost {
    static final AtomicInteger VALUE = new AtomicInteger();

    static void increment() {
        VALUE.setPlain(VALUE.getPlain() + 1);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(AtomicPlainLost::increment);
        other.start();
        increment();
        other.join();
        assert VALUE.get() == 2;
    }
}
