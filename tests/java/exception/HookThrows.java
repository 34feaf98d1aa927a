// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// Nobody catches what a hook throws.
public class HookThrows {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            throw new IllegalStateException();
        }));
    }
}
