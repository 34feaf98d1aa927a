// check: verdict=violated kind=assertion
// Main exits, which does not wait for the other thread: a hook may run before that has done anything.
public class HookAtExit {
    static volatile int value;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert value == 1;
        }));
        new Thread(() -> value = 1).start();
        System.exit(0);
    }
}
