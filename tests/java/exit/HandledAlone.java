// check: verdict=violated kind=exit-status status=1
// An exception ends main before another thread was started, and a handler takes it: `java` exits with 1.
public class HandledAlone {
    public static void main(String[] arguments) throws InterruptedException {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
        Thread.sleep(5);
        throw new IllegalStateException("alone");
    }
}
