// check: verdict=race-free
// A thread increments an element of an atomic array; main reads the element.
// Race-free: every access of an element is volatile.
// Twin: VolatileArrayPlainElements.java
import java.util.concurrent.atomic.AtomicIntegerArray;

public class AtomicArrayElements {
    static volatile AtomicIntegerArray cells = new AtomicIntegerArray(2);

    public static void main(String[] args) {
        new Thread(() -> cells.incrementAndGet(1)).start();
        int seen = cells.get(1);
        assert seen == 0 || seen == 1;
    }
}
