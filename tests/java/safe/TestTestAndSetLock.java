// check: verdict=passed
// A test-and-test-and-set lock, protecting a plain counter; two threads.
// Passed: the first test only saves work; the getAndSet decides.
// No data race: the lock's atomic orders the accesses of the counter.
import java.util.concurrent.atomic.AtomicBoolean;

public class TestTestAndSetLock {
    static final AtomicBoolean HELD = new AtomicBoolean();
    static int count;

    static void enter() {
        do {
            while (HELD.get()) {
                Thread.onSpinWait();
            }
        } while (HELD.getAndSet(true));
        count++;
        HELD.set(false);
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(TestTestAndSetLock::enter);
        other.start();
        enter();
        other.join();
        assert count == 2;
    }
}
