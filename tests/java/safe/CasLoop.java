// check: verdict=passed
// Two threads add to an AtomicInteger by a compare-and-set loop.
// Passed: who fails tries again with the new value; a failure means that the other has succeeded.
import java.util.concurrent.atomic.AtomicInteger;

public class CasLoop {
    static final AtomicInteger COUNT = new AtomicInteger();

    static void add(int amount) {
        int seen;
        do {
            seen = COUNT.get();
        } while (!COUNT.compareAndSet(seen, seen + amount));
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> add(10));
        other.start();
        add(1);
        add(1);
        other.join();
        assert COUNT.get() == 12;
    }
}
