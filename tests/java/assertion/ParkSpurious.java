// check: verdict=violated kind=assertion options=--spurious-wakeups
// Main parks once and believes that only the unpark ends that.
// Schedule: with spurious wake-ups allowed, park returns before the flag is set.
// No data race: the flag is volatile.
import java.util.concurrent.locks.LockSupport;

public class ParkSpurious {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        LockSupport.park();
        assert ready;
    }
}
