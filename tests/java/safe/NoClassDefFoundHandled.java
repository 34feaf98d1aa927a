// check: verdict=passed
// NoClassDefFound with both threads prepared for both errors.
// Passed: one thread gets ExceptionInInitializerError, the other NoClassDefFoundError.
import java.util.concurrent.atomic.AtomicInteger;

public class NoClassDefFoundHandled {
    static final AtomicInteger FIRST = new AtomicInteger();
    static final AtomicInteger LATER = new AtomicInteger();

    static final class Broken {
        static final Object VALUE = fail();

        static Object fail() {
            throw new IllegalStateException();
        }
    }

    static void use() {
        try {
            Object value = Broken.VALUE;
        } catch (ExceptionInInitializerError e) {
            FIRST.incrementAndGet();
        } catch (NoClassDefFoundError e) {
            LATER.incrementAndGet();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(NoClassDefFoundHandled::use);
        other.start();
        use();
        other.join();
        assert FIRST.get() == 1 && LATER.get() == 1;
    }
}
