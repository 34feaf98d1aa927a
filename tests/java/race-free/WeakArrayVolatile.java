// check: verdict=race-free
// As WeakArrayLazySet, with `set`: all accesses are volatile.
import java.util.concurrent.atomic.AtomicIntegerArray;

public class WeakArrayVolatile {
    static final AtomicIntegerArray flags = new AtomicIntegerArray(2);

    public static void main(String[] args) throws Exception {
        Thread other = new Thread(() -> { flags.set(0, 1); flags.get(1); });
        other.start();
        flags.set(1, 1);
        flags.get(0);
        other.join();
    }
}
