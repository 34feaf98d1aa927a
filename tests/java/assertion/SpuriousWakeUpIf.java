// check: verdict=violated kind=assertion options=--spurious-wakeups
// Main waits with an if instead of a while. With spurious wake-ups allowed, the wait may end before the flag is set.
// Schedule: main waits, wakes up for no reason, and finds ready == false.
// No data race: the flag is accessed under the monitor.
public class SpuriousWakeUpIf {
    static final Object LOCK = new Object();
    static boolean ready;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            synchronized (LOCK) {
                ready = true;
                LOCK.notify();
            }
        }).start();
        synchronized (LOCK) {
            if (!ready) {
                LOCK.wait();
            }
            assert ready;
        }
    }
}
