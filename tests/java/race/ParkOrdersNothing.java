// check: verdict=violated kind=data-race variable=ParkOrdersNothing.value conflict=write-read
// A thread writes a number, sets a volatile flag and unparks main, which parks and reads the number without a look at the flag.
// Racy: unpark does not synchronize with park.
// Twin: ParkBesideVolatile.java
import java.util.concurrent.locks.LockSupport;

public class ParkOrdersNothing {
    static int value;
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            value = 1;
            ready = true;
            LockSupport.unpark(main);
        }).start();
        LockSupport.park();
        assert value >= 0;
    }
}
