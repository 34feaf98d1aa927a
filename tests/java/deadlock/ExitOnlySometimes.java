// check: verdict=violated kind=deadlock
// ExitWhileOthersWait, but the thread exits only if it sees a flag that main sets after starting it.
// Schedule: the thread reads the flag before main sets it and ends; main waits for ever.
// No data race: the flag is volatile.
public class ExitOnlySometimes {
    static final Object LOCK = new Object();
    static volatile boolean armed;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            if (armed) {
                System.exit(0);
            }
        }).start();
        armed = true;
        synchronized (LOCK) {
            while (true) {
                LOCK.wait();
            }
        }
    }
}
