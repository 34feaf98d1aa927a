// check: verdict=violated kind=assertion
// Each thread guards the volatile counter with a monitor, but not with the same one.
// Schedule: both enter their own monitor, both read 0, both write 1.
// No data race: the field is volatile.
public class TwoMonitors {
    static volatile int count;
    static final Object A = new Object();
    static final Object B = new Object();

    static void increment(Object lock) {
        synchronized (lock) {
            int seen = count;
            count = seen + 1;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> increment(B));
        other.start();
        increment(A);
        other.join();
        assert count == 2 : count;
    }
}
