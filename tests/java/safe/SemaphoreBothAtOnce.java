// check: verdict=passed
// Two threads need both permits of a semaphore and ask for them at once.
// Passed: who gets them gets both.
import java.util.concurrent.Semaphore;

public class SemaphoreBothAtOnce {
    static final Semaphore PERMITS = new Semaphore(2);

    static void use() {
        PERMITS.acquireUninterruptibly(2);
        PERMITS.release(2);
    }

    public static void main(String[] args) {
        new Thread(SemaphoreBothAtOnce::use).start();
        use();
    }
}
