// check: verdict=race-free
// A thread writes a plain field and arrives at a Phaser of two; main arrives, awaits the advance, and reads the field after that.
// Race-free: the write comes before the arrival, and both arrivals come before the advance that main awaits.
// Twin: JucPhaserReadBefore.java
import java.util.concurrent.Phaser;

public class JucPhaserReadAfter {
    static final Phaser PHASER = new Phaser(2);
    static int value;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            value = 1;
            PHASER.arrive();
        }).start();
        int phase = PHASER.arrive();
        PHASER.awaitAdvanceInterruptibly(phase);
        int seen = value;
    }
}
