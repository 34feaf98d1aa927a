// check: verdict=violated kind=assertion every=true
// The last thing that a thread does is to set its handler, which it gives up when it ends.
// Schedule: main asks for the handler in between.
public class HandlerSetLast {
    static final Thread.UncaughtExceptionHandler HANDLER = (thread, exception) -> {};

    public static void main(String[] args) throws InterruptedException {
        Thread other =
                new Thread(() -> Thread.currentThread().setUncaughtExceptionHandler(HANDLER));
        other.start();
        boolean isSet = other.getUncaughtExceptionHandler() == HANDLER;
        other.join();
        assert !isSet;
    }
}
