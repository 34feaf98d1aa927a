// check: verdict=violated kind=uncaught-exception|exit-status exception=java.lang.Error status=2 options=--all
// The thread's handler has the first exception, and nobody the one that it throws itself. The thread ends, and who joins it goes on.
public class ThrownByHandler {
    public static void main(String[] arguments) throws Exception {
        Thread thread = new Thread(() -> {
            throw new IllegalStateException("handled");
        });
        thread.setUncaughtExceptionHandler((ended, exception) -> {
            throw new Error("thrown by the handler");
        });
        thread.start();
        thread.join();
        System.exit(2);
    }
}
