// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// HandlerSwallows without the handler.
// Schedule: main sets the flag before the thread reads it.
// No data race: the flag is volatile.
public class HandlerMissing {
    static volatile boolean closed;

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> {
            if (closed) {
                throw new IllegalStateException("closed");
            }
        });
        other.start();
        Thread.sleep(50);
        closed = true;
        other.join();
    }
}
