// check: verdict=violated kind=assertion cut=random
// A daemon counts to 40 and is done: a loop that ends, and main may come at any time.
public class DaemonCounts {
    static volatile int n;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            for (int i = 1; i <= 40; i++) {
                n = i;
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        assert n != 40 : "after the last round";
    }
}
