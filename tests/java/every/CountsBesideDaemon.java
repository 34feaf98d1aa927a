// check: verdict=violated kind=assertion options=--search;dpor
// A thread counts to 30 beside a daemon that counts for ever. Main may come when the one has counted to 20 and the other not at all: who
// is held back for fairness is the daemon, and no order of the daemon's steps stands for those without them. Depth first,
// there are over a million states.
public class CountsBesideDaemon {
    static volatile int count;
    static volatile long beats;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            while (true) {
                beats++;
                Thread.yield();
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        new Thread(() -> {
            for (int i = 0; i < 30; i++) {
                count = i;
                Thread.yield();
            }
        }).start();
        assert count != 20 : "beside few beats";
    }
}
