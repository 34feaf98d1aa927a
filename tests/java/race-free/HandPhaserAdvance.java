// check: verdict=race-free
// A thread writes a plain field and arrives at a Phaser of two, which reads it as it advances, in this order.
// Race-free: what comes before arriving comes before onAdvance.
// Twin: HandPhaserAdvanceLate.java
import java.util.concurrent.Phaser;

public class HandPhaserAdvance {
    static int value;

    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2) {
            protected boolean onAdvance(int phase, int parties) {
                int seen = value;
                return false;
            }
        };
        new Thread(() -> {
            value = 1;
            phaser.arrive();
        }).start();
        phaser.arriveAndAwaitAdvance();
    }
}
