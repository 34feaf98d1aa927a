// check: verdict=passed
// ParkUnpublished with the waiter's name written before the look at the flag.
// Passed: either main sees the flag, or the waker sees main's name.
// No data race: the fields are volatile.
import java.util.concurrent.locks.LockSupport;

public class ParkPublished {
    static volatile boolean ready;
    static volatile Thread waiter;

    public static void main(String[] args) {
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(waiter);
        }).start();
        waiter = Thread.currentThread();
        while (!ready) {
            LockSupport.park();
        }
    }
}
