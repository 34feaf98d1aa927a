// check: verdict=race-free
// Main writes a plain field, raises a volatile flag and unparks a thread, which parks until it sees the flag, and reads the field.
// Race-free: the field is written before the flag, and read after the volatile read that sees it.
// Twin: JucParkPlainFlag.java
import java.util.concurrent.locks.LockSupport;

public class JucParkVolatileFlag {
    static volatile boolean ready;
    static int value;

    public static void main(String[] args) {
        Thread waiter = new Thread(() -> {
            while (!ready) {
                LockSupport.park();
            }
            int seen = value;
        });
        waiter.start();
        value = 1;
        ready = true;
        LockSupport.unpark(waiter);
    }
}
