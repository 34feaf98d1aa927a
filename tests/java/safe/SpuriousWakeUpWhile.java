// check: verdict=passed options=--spurious-wakeups
// SpuriousWakeUpIf with a while: a wake-up for no reason goes back to waiting.
// Passed: the loop ends only with the flag set, and the notification comes after it. The search must also end:
// waiting, waking up and waiting again is a cycle of states.
// No data race: the flag is accessed under the monitor.
public class SpuriousWakeUpWhile {
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
            while (!ready) {
                LOCK.wait();
            }
            assert ready;
        }
    }
}
