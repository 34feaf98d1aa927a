// check: verdict=violated kind=deadlock
// A hook exits, which waits for the end of all hooks.
public class HookExits {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> System.exit(0)));
    }
}
