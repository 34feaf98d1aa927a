// check: verdict=passed
// Main parks for some time only; nobody need unpark it.
// Passed: the timeout ends the park, as may the unpark, whichever comes first.
import java.util.concurrent.locks.LockSupport;

public class ParkNanos {
    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> LockSupport.unpark(main)).start();
        LockSupport.parkNanos(10_000_000);
        LockSupport.parkNanos(10_000_000);
    }
}
