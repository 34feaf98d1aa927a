// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalThreadStateException
// StartOnce with a volatile flag that is read and then written.
// Schedule: both threads read false; the second start() throws.
// No data race: the flag is volatile.
public class StartTwice {
    static volatile boolean started;
    static final Thread WORKER = new Thread(() -> { });

    static void start() {
        if (!started) {
            started = true;
            WORKER.start();
        }
    }

    public static void main(String[] args) {
        new Thread(StartTwice::start).start();
        start();
    }
}
