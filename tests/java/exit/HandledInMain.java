// check: verdict=violated kind=exit-status status=1
// In some schedules an exception ends main. A handler takes it and the program goes on to its end, but `java` exits with 1.
public class HandledInMain {
    static volatile int seen;

    public static void main(String[] arguments) {
        Thread.setDefaultUncaughtExceptionHandler((thread, thrown) -> {});
        new Thread(() -> seen = 1).start();
        if (seen == 1) {
            throw new IllegalStateException("seen");
        }
    }
}
