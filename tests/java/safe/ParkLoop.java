// check: verdict=passed
// Main parks until a flag is set; the other thread sets it and unparks main.
// Passed: the permit is kept if the unpark comes before the park.
// No data race: the flag is volatile and orders the accesses of the value.
import java.util.concurrent.locks.LockSupport;

public class ParkLoop {
    static volatile boolean ready;
    static int value;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            value = 1;
            ready = true;
            LockSupport.unpark(main);
        }).start();
        while (!ready) {
            LockSupport.park();
        }
        assert value == 1;
    }
}
