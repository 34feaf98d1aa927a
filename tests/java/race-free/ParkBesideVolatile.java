// check: verdict=race-free
// A thread writes a number, sets a volatile flag and unparks main, which parks until it sees the flag and reads the number.
// Race-free: the flag orders the accesses; park only saves the spinning.
// Twin: ParkOrdersNothing.java
import java.util.concurrent.locks.LockSupport;

public class ParkBesideVolatile {
    static int value;
    static volatile boolean ready;

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
        assert value >= 0;
    }
}
