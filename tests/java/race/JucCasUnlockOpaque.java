// check: verdict=violated kind=data-race variable=JucCasUnlockOpaque.count conflict=write-read
// Two threads increment a plain counter under a spin lock, taken by compareAndSet and released by setOpaque.
// Racy: an opaque write releases nothing, so the first increment does not come before the second.
// Twin: JucCasUnlockRelease.java
import java.util.concurrent.atomic.AtomicInteger;

public class JucCasUnlockOpaque {
    static final AtomicInteger HELD = new AtomicInteger();
    static int count;

    static void add() {
        while (!HELD.compareAndSet(0, 1)) {
            Thread.onSpinWait();
        }
        count++;
        HELD.setOpaque(0);
    }

    public static void main(String[] args) {
        new Thread(JucCasUnlockOpaque::add).start();
        add();
    }
}
