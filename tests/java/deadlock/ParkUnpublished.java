// check: verdict=violated kind=deadlock
// The waiter tells who it is only after it has looked at the flag; the waker unparks whoever it knows.
// Schedule: main reads ready == false; the other thread sets it and knows of no waiter; main writes its name and parks.
// No data race: the fields are volatile.
import java.util.concurrent.locks.LockSupport;

public class ParkUnpublished {
    static volatile boolean ready;
    static volatile Thread waiter;

    public static void main(String[] args) {
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(waiter);
        }).start();
        if (!ready) {
            waiter = Thread.currentThread();
            LockSupport.park();
        }
    }
}
