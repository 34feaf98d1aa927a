// check: verdict=violated kind=data-race variable=JucParkPlainFlag.ready|JucParkPlainFlag.value conflict=write-read|read-write
// Main writes a plain field, raises a plain flag and unparks a thread, which parks until it sees the flag, and reads the field.
// Racy: unpark and park order nothing by themselves, so the flag races, and the field with it.
// Twin: JucParkVolatileFlag.java
import java.util.concurrent.locks.LockSupport;

public class JucParkPlainFlag {
    static boolean ready;
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
