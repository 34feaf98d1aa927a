// check: verdict=passed
// The only thread there ever was waits, but not for ever.
// Passed: the wait ends by time.
// No data race: there is one thread.
public class TimedWaitAlone {
    public static void main(String[] args) throws InterruptedException {
        Object lock = new Object();
        synchronized (lock) {
            lock.wait(5);
        }
    }
}
