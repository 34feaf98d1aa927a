// check: verdict=violated kind=data-race variable=JucPhaserReadBefore.value conflict=write-read|read-write
// A thread writes a plain field and arrives at a Phaser of two; main arrives, awaits the advance, and reads the field before that.
// Racy: to arrive is not to wait, so the other may not have arrived yet.
// Twin: JucPhaserReadAfter.java
import java.util.concurrent.Phaser;

public class JucPhaserReadBefore {
    static final Phaser PHASER = new Phaser(2);
    static int value;

    public static void main(String[] args) throws InterruptedException {
        new Thread(() -> {
            value = 1;
            PHASER.arrive();
        }).start();
        int phase = PHASER.arrive();
        int seen = value;
        PHASER.awaitAdvanceInterruptibly(phase);
    }
}
