// check: verdict=violated kind=assertion cut=random
// A daemon counts for ever, and is at most 16 rounds ahead of a thread that could go on. Main goes on twice, so it may see 25: only if
// states are told apart by how often main was passed over.
public class DaemonTicksTwice {
    static volatile int ticks;

    public static void main(String[] args) {
        Thread daemon = new Thread(() -> {
            while (true) {
                ticks++;
            }
        });
        daemon.setDaemon(true);
        daemon.start();
        int first = ticks;
        first = 0;
        assert ticks + first != 25 : "25 rounds, in two";
    }
}
