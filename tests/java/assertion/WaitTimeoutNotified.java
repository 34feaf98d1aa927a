// check: verdict=violated kind=assertion
// The other way round: main believes that nobody notifies within the timeout.
// Schedule: main waits, the other thread sets the flag and notifies before the timeout.
// No data race: the flag is accessed under the monitor. The thread's sleep makes it rare under java, nothing more.
public class WaitTimeoutNotified {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            try {
                Thread.sleep(300);
            } catch (InterruptedException e) {
                return;
            }
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        }).start();
        synchronized (LOCK) {
            LOCK.wait(20);
            assert !ready;
        }
    }
}
