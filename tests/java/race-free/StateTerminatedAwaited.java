// check: verdict=race-free
// A thread reads a field, parks for a moment and ends; main waits until the thread has terminated and then writes the field.
// Race-free: the thread's last action comes before main learns from getState that it has terminated.
// Twin: StateNoLongerRunnable.java
import java.util.concurrent.locks.LockSupport;

public class StateTerminatedAwaited {
    static int value;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            assert value == 0;
            LockSupport.parkNanos(1000);
        });
        other.start();
        while (other.getState() != Thread.State.TERMINATED) {
            Thread.onSpinWait();
        }
        value = 1;
    }
}
