// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// A thread adds a shutdown hook while main ends the program: too late, if the hooks run already.
public class HookAddedAtExit {
    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> {
            try {
                Thread.sleep(500);
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        }));
        new Thread(() -> Runtime.getRuntime().addShutdownHook(new Thread(() -> { }))).start();
        System.exit(0);
    }
}
