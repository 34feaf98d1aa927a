// check: verdict=race-free weak=true
// An element of an atomic array that one thread sets lazily and another reads: no data race, but no interleaving either.
import java.util.concurrent.atomic.AtomicIntegerArray;

public class WeakArrayLazySet {
    static final AtomicIntegerArray flags = new AtomicIntegerArray(2);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { flags.lazySet(0, 1); flags.get(1); });
        other.start();
        flags.set(1, 1);
        flags.get(0);
        other.join();
    }
}
