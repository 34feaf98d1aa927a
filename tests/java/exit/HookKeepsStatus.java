// check: verdict=violated kind=exit-status status=3
// Main exits with a status; what a hook throws goes to a handler and changes nothing.
public class HookKeepsStatus {
    public static void main(String[] args) {
        Thread hook = new Thread(() -> {
            throw new IllegalStateException();
        });
        hook.setUncaughtExceptionHandler((thread, exception) -> {});
        Runtime.getRuntime().addShutdownHook(hook);
        System.exit(3);
    }
}
