// check: verdict=passed
// Two threads may start a third; a compare-and-set lets one of them.
// Passed: the compare-and-set succeeds once.
public class StartOnce {
    static final java.util.concurrent.atomic.AtomicBoolean STARTED = new java.util.concurrent.atomic.AtomicBoolean();
    static final Thread WORKER = new Thread(() -> { });

    static void start() {
        if (STARTED.compareAndSet(false, true)) {
            WORKER.start();
        }
    }

    public static void main(String[] args) {
        new Thread(StartOnce::start).start();
        start();
    }
}
