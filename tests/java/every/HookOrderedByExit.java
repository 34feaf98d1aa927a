// check: verdict=race-free
// What the thread that exits has done comes before the hooks.
public class HookOrderedByExit {
    static int value;

    public static void main(String[] args) throws InterruptedException {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert value == 2;
        }));
        Thread other = new Thread(() -> value = 1);
        other.start();
        other.join();
        value = 2;
        System.exit(0);
    }
}
