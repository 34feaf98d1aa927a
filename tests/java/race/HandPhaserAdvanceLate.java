// check: verdict=violated kind=data-race variable=HandPhaserAdvanceLate.value
// A thread writes a plain field and arrives at a Phaser of two, which reads it as it advances, in the other order.
// Race: the write comes after arriving.
// Twin: HandPhaserAdvance.java
import java.util.concurrent.Phaser;

public class HandPhaserAdvanceLate {
    static int value;

    public static void main(String[] args) throws Exception {
        Phaser phaser = new Phaser(2) {
            protected boolean onAdvance(int phase, int parties) {
                int seen = value;
                return false;
            }
        };
        new Thread(() -> {
            phaser.arrive();
            value = 1;
        }).start();
        phaser.arriveAndAwaitAdvance();
    }
}
