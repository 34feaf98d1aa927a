// check: verdict=passed
// One party writes and arrives, the other arrives and awaits the next phase.
// Passed: the phase advances when both have arrived.
// No data race: arriving comes before the advance that main awaits.
import java.util.concurrent.Phaser;

public class PhaserTwoParties {
    static final Phaser PHASER = new Phaser(2);
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 1;
            PHASER.arrive();
        }).start();
        int phase = PHASER.arriveAndAwaitAdvance();
        assert phase == 1;
        assert value == 1;
    }
}
