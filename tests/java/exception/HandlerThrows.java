// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// The handler of a thread's exceptions throws one itself: java tells it and goes on, but nobody has caught it.
// Schedule: any.
// No data race: nothing is shared.
public class HandlerThrows {
    public static void main(String[] args) throws InterruptedException {
        Thread thread = new Thread(() -> {
            throw new IllegalArgumentException();
        });
        thread.setUncaughtExceptionHandler((failed, exception) -> {
            throw new IllegalStateException(exception);
        });
        thread.start();
        thread.join();
    }
}
