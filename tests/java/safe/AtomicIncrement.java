// check: verdict=passed
// Three threads increment an AtomicInteger.
// Passed: each increment is one atomic operation.
import java.util.concurrent.atomic.AtomicInteger;

public class AtomicIncrement {
    static final AtomicInteger COUNT = new AtomicInteger();

    public static void main(String[] args) throws InterruptedException {
        Thread one = new Thread(COUNT::incrementAndGet);
        Thread two = new Thread(COUNT::incrementAndGet);
        one.start();
        two.start();
        COUNT.incrementAndGet();
        one.join();
        two.join();
        assert COUNT.get() == 3;
    }
}
