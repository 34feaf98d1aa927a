// check: verdict=passed options=--spurious-wakeups
// ParkLoop with spurious wake-ups allowed.
// Passed: the loop looks again. Parking and returning for no reason is a cycle of states.
// No data race: the flag is volatile.
import java.util.concurrent.locks.LockSupport;

public class ParkSpuriousLoop {
    static volatile boolean ready;

    public static void main(String[] args) {
        Thread main = Thread.currentThread();
        new Thread(() -> {
            ready = true;
            LockSupport.unpark(main);
        }).start();
        while (!ready) {
            LockSupport.park();
        }
        assert ready;
    }
}
