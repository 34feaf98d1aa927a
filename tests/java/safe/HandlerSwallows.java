// check: verdict=passed
// A thread ends by an exception in some schedules; its own uncaught-exception handler takes it and does nothing.
// Passed: an exception that a handler set by the program takes is not uncaught.
// No data race: the flag is volatile.
public class HandlerSwallows {
    static volatile boolean closed;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            if (closed) {
                throw new IllegalStateException("closed");
            }
        });
        other.setUncaughtExceptionHandler((thread, error) -> {
            assert thread == other && closed;
        });
        other.start();
        closed = true;
        other.join();
    }
}
