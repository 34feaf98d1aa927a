// check: verdict=violated kind=data-race variable=JucSignalThenWrite.value conflict=write-read|read-write
// A thread raises a flag under a lock and signals; it writes a plain field after the unlock. Main awaits the flag and reads it.
// Racy: only what precedes the unlock comes before the lock that main gets back in await.
// Twin: JucWriteThenSignal.java
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class JucSignalThenWrite {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition RAISED = LOCK.newCondition();
    static boolean raised;
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            LOCK.lock();
            raised = true;
            RAISED.signal();
            LOCK.unlock();
            value = 1;
        }).start();
        LOCK.lock();
        while (!raised) {
            RAISED.awaitUninterruptibly();
        }
        LOCK.unlock();
        int seen = value;
    }
}
