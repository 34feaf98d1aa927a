// check: verdict=violated kind=data-race variable=HookBesideDaemon.value
// Daemons go on while hooks run.
public class HookBesideDaemon {
    static int value;

    public static void main(String[] args) {
        Runtime.getRuntime().addShutdownHook(new Thread(() -> value++));
        Thread daemon = new Thread(() -> value++);
        daemon.setDaemon(true);
        daemon.start();
    }
}
