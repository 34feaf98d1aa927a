// check: verdict=violated kind=data-race variable=JucSemaphoreOfTwo.count conflict=write-read|read-write
// Two threads increment a plain counter, each with a permit of a Semaphore that has two.
// Racy: both may have a permit at once; then neither release comes before the increment of the other.
// Twin: JucSemaphoreOfOne.java
import java.util.concurrent.Semaphore;

public class JucSemaphoreOfTwo {
    static final Semaphore PERMITS = new Semaphore(2);
    static int count;

    static void add() {
        PERMITS.acquireUninterruptibly();
        count++;
        PERMITS.release();
    }

    public static void main(String[] args) {
        new Thread(JucSemaphoreOfTwo::add).start();
        add();
    }
}
