// check: verdict=passed
// An exception ends main, and a handler takes it; the other thread waits for that and ends the program with 0, as `java` does, too.
public class HandledThenExits {
    public static void main(String[] arguments) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
        Thread main = Thread.currentThread();
        new Thread(() -> {
            try {
                main.join();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
            System.exit(0);
        }).start();
        throw new IllegalStateException("handled");
    }
}
