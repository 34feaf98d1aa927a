// check: verdict=violated kind=assertion
// Main parks for a second and believes that by then it has been unparked.
// Schedule: the timeout ends the park before the other thread sets the flag.
// No data race: the flag is volatile.
import java.util.concurrent.locks.LockSupport;

public class ParkNanosTrusted {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        LockSupport.parkNanos(1_000_000_000);
        assert ready;
    }
}
