// check: verdict=race-free weak=true
// A counter of compare-and-sets that acquire only: the write of one and the read of another are not ordered.
import java.util.concurrent.atomic.AtomicInteger;

public class WeakCompareAndSet {
    static final AtomicInteger number = new AtomicInteger();

    static void add() {
        int seen = number.get();
        number.compareAndExchangeAcquire(seen, seen + 1);
    }

    public static void main(String[] args) {
        new Thread(WeakCompareAndSet::add).start();
        add();
    }
}
