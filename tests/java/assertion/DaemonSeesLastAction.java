// check: verdict=violated kind=assertion every=true
// A daemon looks whether the last thread that keeps the program alive has done its last action.
// Schedule: main writes, the daemon reads one, and main has not ended yet.
// No data race: the field is volatile.
public class DaemonSeesLastAction {
    static volatile int done;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            assert done == 0;
        });
        daemon.setDaemon(true);
        daemon.start();
        done = 1;
    }
}
