// check: verdict=passed
// What a hook throws goes to a handler, and the program ends with status 0 all the same.
public class HookThrowsHandled {
    public static void main(String[] args) {
        Thread hook = new Thread(() -> {
            throw new IllegalStateException();
        });
        hook.setUncaughtExceptionHandler((thread, exception) -> {});
        Runtime.getRuntime().addShutdownHook(hook);
        new Thread(() -> {}).start();
    }
}
