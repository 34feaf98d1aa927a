// check: verdict=passed
// PhaserPartyLeaves with a party that deregisters instead of just leaving.
// Passed: either way main is not left waiting for it.
// No data race: the flag is volatile.
import java.util.concurrent.Phaser;

public class PhaserPartyDeregisters {
    static final Phaser PHASER = new Phaser(2);
    static volatile boolean stop;

    public static void main(String[] args) {
        new Thread(() -> {
            if (!stop) {
                PHASER.arrive();
            } else {
                PHASER.arriveAndDeregister();
            }
        }).start();
        stop = true;
        PHASER.arriveAndAwaitAdvance();
    }
}
