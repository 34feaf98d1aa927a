// check: verdict=violated kind=uncaught-exception exception=java.lang.IllegalStateException
// A thread looks what another is doing, which main starts meanwhile.
// Schedule: it looks before that one is started.
// No data race: main reads what was seen after `join`.
public class StateBeforeStart {
    static volatile int used;
    static Thread.State seen;

    public static void main(String[] args) throws InterruptedException {
        Thread watched = new Thread(() -> {
            int unused = used;
        });
        Thread watcher = new Thread(() -> {
            seen = watched.getState();
            used = 1;
        });
        watcher.start();
        watched.start();
        watcher.join();
        watched.join();
        if (seen == Thread.State.NEW) {
            throw new IllegalStateException("seen before its start");
        }
    }
}
