// check: verdict=race-free
// A hook that halts waits for no other hook.
public class HookHalts {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> Runtime.getRuntime().halt(0)));
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            while (true) {
                Thread.yield();
            }
        }));
    }
}
