// check: verdict=race-free
// Opaque and releasing accesses that the end of the thread orders with those of the other: nothing is left to be weak.
import java.util.concurrent.atomic.AtomicInteger;

public class WeakJoined {
    static final AtomicInteger number = new AtomicInteger();

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { number.lazySet(1); number.setOpaque(2); number.weakCompareAndSetAcquire(2, 3); });
        other.start();
        other.join();
        number.lazySet(number.getOpaque());
    }
}
