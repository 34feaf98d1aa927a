// check: verdict=passed min=21
// Main starts two virtual threads that increment an atomic counter, and joins them.
// Passed: join waits for the end of each.
import java.util.concurrent.atomic.AtomicInteger;

public class VirtualThreadJoin {
    static final AtomicInteger COUNT = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread one = Thread.startVirtualThread(COUNT::incrementAndGet);
        Thread two = Thread.ofVirtual().start(COUNT::incrementAndGet);
        one.join();
        two.join();
        assert one.isVirtual() && COUNT.get() == 2;
    }
}
