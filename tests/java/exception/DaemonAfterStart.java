// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalThreadStateException
// A thread is made a daemon by another than the one that starts it.
// Schedule: it was started before.
// No data race: nothing reads the flag but under the lock of the start.
public class DaemonAfterStart {
    static volatile int steps;

    public static void main(String[] args) {
        Thread late = new Thread(() -> steps = 1);
        Thread other = new Thread(() -> late.setDaemon(true));
        other.start();
        late.start();
    }
}
