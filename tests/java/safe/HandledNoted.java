// check: verdict=passed options=--exit-status;note
// An exception ends main, and a handler takes it; that `java` exits with 1 is no mistake, the user says.
public class HandledNoted {
    static volatile int seen;

    public static void main(String[] arguments) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
        new Thread(() -> seen = 1).start();
        throw new IllegalStateException("handled");
    }
}
