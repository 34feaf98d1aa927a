// check: verdict=violated kind=deadlock
// PhaserTwoParties with a party that leaves without deregistering if it sees the flag.
// Schedule: main sets the flag before the thread reads it, and awaits an advance that never comes.
// No data race: the flag is volatile.
import java.util.concurrent.Phaser;

public class PhaserPartyLeaves {
    static final Phaser PHASER = new Phaser(2);
    static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            if (!stop) {
                PHASER.arrive();
            }
        }).start();
        Thread.sleep(50);
        stop = true;
        PHASER.arriveAndAwaitAdvance();
    }
}
