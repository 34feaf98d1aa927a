// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException options=--timeouts;idle
// Time passes beside threads that go round: by looking and yielding, by taking and leaving a lock, and by taking back what they change.
// Schedule: any.
public class IdleBesideSpinner {
    static volatile int never, toggled;
    static int guarded;
    static final Object LOCK = new Object();

    public static void main(String[] args) throws InterruptedException {
        Thread looking = start(() -> {
            while (never == 0) Thread.yield();
        });
        start(() -> {
            while (true) synchronized (LOCK) { if (guarded != 0) break; }
        });
        start(() -> {
            while (true) {
                toggled = 1;
                toggled = 0;
            }
        });
        looking.join(1);
        throw new IllegalStateException();
    }

    static Thread start(Runnable loop) {
        Thread thread = new Thread(loop);
        thread.setDaemon(true);
        thread.start();
        return thread;
    }
}
