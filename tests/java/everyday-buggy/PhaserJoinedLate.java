// everyday-buggy: kind=assertion
// The worker registers itself, in its own thread: if main arrives before that, the phase ends without the worker.
import java.util.concurrent.Phaser;
import java.util.concurrent.atomic.AtomicInteger;

public class PhaserJoinedLate {
    static final Phaser PHASER = new Phaser(1);
    static final AtomicInteger LOADED = new AtomicInteger();

    static void load() {
        PHASER.register();
        LOADED.incrementAndGet();
        PHASER.arriveAndDeregister();
    }

    public static void main(String[] args) {
        for (int i = 0; i < 2; i++) {
            new Thread(PhaserJoinedLate::load).start();
        }
        PHASER.arriveAndAwaitAdvance();
        assert LOADED.get() == 2;
    }
}
