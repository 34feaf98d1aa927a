// check: verdict=passed
// An exception leaves a synchronized block and is caught outside.
// Passed: leaving by an exception releases the monitor, so main can always enter.
public class MonitorReleasedByException {
    static final Object LOCK = new Object();

    static void fail() {
        synchronized (LOCK) {
            throw new IllegalStateException();
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            try {
                fail();
            } catch (IllegalStateException expected) {
                assert !Thread.holdsLock(LOCK);
            }
        });
        other.start();
        synchronized (LOCK) {
            assert Thread.holdsLock(LOCK);
        }
        other.join();
    }
}
