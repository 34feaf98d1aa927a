// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalMonitorStateException
// A thread signals a condition without its lock if it sees a flag.
// Schedule: main sets the flag before the thread reads it.
// No data race: the flag is volatile.
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class SignalWithoutLock {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition READY = LOCK.newCondition();
    static volatile boolean closed;

    public static void main(String[] args) {
        new Thread(() -> {
            if (closed) {
                READY.signal();
            }
        }).start();
        closed = true;
    }
}
