// check: verdict=violated kind=livelock
// A variable is polled by waits that time ends, and nobody is left to write it.
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.Condition;
import java.util.concurrent.locks.ReentrantLock;

public class GuardedPolledForEver {
    static final ReentrantLock LOCK = new ReentrantLock();
    static final Condition CHANGED = LOCK.newCondition();
    static boolean done;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {}).start();
        LOCK.lock();
        try {
            while (!done) {
                CHANGED.await(10, TimeUnit.MILLISECONDS);
            }
        } finally {
            LOCK.unlock();
        }
    }
}
