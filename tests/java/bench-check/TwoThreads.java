// check: verdict=passed
// The smallest program worth checking: two threads increment an atomic counter. Its time is that of everything around the search.
// Passed: the increments are atomic.
import java.util.concurrent.atomic.AtomicInteger;

public class TwoThreads {
    public static void main(String[] args) throws InterruptedException {
        AtomicInteger count = new AtomicInteger();
        Thread other = new Thread(count::incrementAndGet);
        other.start();
        count.incrementAndGet();
        other.join();
        assert count.get() == 2;
    }
}
