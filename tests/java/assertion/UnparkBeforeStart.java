// check: verdict=violated kind=assertion
// A permit given to a thread that was not started yet is no permit.
// Schedule: the unpark comes before the start, so the thread parks until its time is over.
// No data race: the flag is volatile.
import java.util.concurrent.locks.LockSupport;
public class UnparkBeforeStart {
    static volatile boolean woken;

    public static void main(String[] args) throws InterruptedException {
        Thread late = new Thread(() -> {
            long before = System.nanoTime();
            LockSupport.parkNanos(1_000_000_000L);
            woken = System.nanoTime() - before < 1_000_000_000L;
        });
        Thread other = new Thread(() -> LockSupport.unpark(late));
        other.start();
        late.start();
        late.join();
        other.join();
        assert woken;
    }
}
