// check: verdict=race-free
// Two threads increment a plain counter, each with a permit of a Semaphore that has one.
// Race-free: the release of the first comes before the acquire of the second, which waits for that permit.
// Twin: JucSemaphoreOfTwo.java
import java.util.concurrent.Semaphore;

public class JucSemaphoreOfOne {
    static final Semaphore PERMITS = new Semaphore(1);
    static int count;

    static void add() {
        PERMITS.acquireUninterruptibly();
        count++;
        PERMITS.release();
    }

    public static void main(String[] args) {
        new Thread(JucSemaphoreOfOne::add).start();
        add();
    }
}
