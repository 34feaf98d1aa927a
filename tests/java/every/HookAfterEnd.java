// check: verdict=race-free jdks=all
// A hook begins when all threads but daemons have ended, and after all that they did.
public class HookAfterEnd {
    static int one;
    static int other;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert one == 1 && other == 1;
        }));
        new Thread(() -> one++).start();
        new Thread(() -> other++).start();
    }
}
