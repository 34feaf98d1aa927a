// check: verdict=violated kind=deadlock
// SemaphoreBothAtOnce with the permits asked for one by one.
// Schedule: each thread gets one and waits for the other.
import java.util.concurrent.Semaphore;

public class SemaphoreOneByOne {
    static final Semaphore PERMITS = new Semaphore(2);

    static void use() {
        PERMITS.acquireUninterruptibly();
        PERMITS.acquireUninterruptibly();
        PERMITS.release(2);
    }

    public static void main(String[] args) {
        new Thread(SemaphoreOneByOne::use).start();
        use();
    }
}
