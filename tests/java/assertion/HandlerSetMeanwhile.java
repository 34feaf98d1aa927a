// check: verdict=violated kind=assertion
// A thread's handler of exceptions is changed by another while the thread throws.
// Schedule: the thread throws before the second handler is set, so the first one gets it.
// No data race: the field of the handler is volatile.
public class HandlerSetMeanwhile {
    static volatile int handler;

    public static void main(String[] args) throws InterruptedException {
        Thread throwing = new Thread(() -> {
            throw new IllegalStateException();
        });
        throwing.setUncaughtExceptionHandler((thread, exception) -> handler = 1);
        Thread other = new Thread(() -> throwing.setUncaughtExceptionHandler((thread, exception) -> handler = 2));
        other.start();
        throwing.start();
        throwing.join();
        other.join();
        assert handler == 2;
    }
}
