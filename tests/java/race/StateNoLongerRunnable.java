// check: verdict=violated kind=data-race variable=StateNoLongerRunnable.value conflict=read-write
// A thread reads a field, parks for a moment and ends; main waits until the thread no longer runs and then writes the field.
// Racy: that a thread is parked orders nothing, only that it has terminated does. The read is always the first of the two.
// Twin: StateTerminatedAwaited.java
import java.util.concurrent.locks.LockSupport;

public class StateNoLongerRunnable {
    static int value;

    public static void main(String[] args) {
        Thread other = new Thread(() -> {
            assert value == 0;
            LockSupport.parkNanos(1000);
        });
        other.start();
        while (other.getState() == Thread.State.RUNNABLE) {
            Thread.onSpinWait();
        }
        value = 1;
    }
}
