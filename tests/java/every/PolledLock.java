// check: verdict=violated kind=livelock jdks=all
// A thread takes a lock again and again to see whether something has changed, which nobody is left to change.
// Schedule: any.
public class PolledLock {
    static boolean changed;
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread polling = new Thread(() -> {
            while (true) synchronized (LOCK) { if (changed) break; }
        });
        polling.start();
        polling.join();
    }
}
