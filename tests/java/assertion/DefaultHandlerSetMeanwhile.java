// check: verdict=violated kind=assertion
// The handler for all threads is changed while one throws.
// Schedule: the thread throws after the second handler is set.
// No data race: the field of the handler is volatile.
public class DefaultHandlerSetMeanwhile {
    static volatile int handler;

    public static void main(String[] args) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> handler = 1);
        Thread throwing = new Thread(() -> {
            throw new IllegalStateException();
        });
        throwing.start();
        Thread.setDefaultUncaughtExceptionHandler((thread, exception) -> handler = 2);
        throwing.join();
        Thread.setDefaultUncaughtExceptionHandler(null);
        assert handler == 1;
    }
}
