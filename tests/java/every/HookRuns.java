// check: verdict=violated kind=assertion jdks=all
// The same, whose hook is wrong: it runs, whichever thread ends last.
public class HookRuns {
    static int one;
    static int other;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            assert one + other != 2;
        }));
        new Thread(() -> one++).start();
        new Thread(() -> other++).start();
    }
}
