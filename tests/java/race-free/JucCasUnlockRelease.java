// check: verdict=race-free weak=true
// Two threads increment a plain counter under a spin lock, taken by compareAndSet and released by setRelease.
// Race-free: the compareAndSet that takes the lock sees the release of the thread before.
// Twin: JucCasUnlockOpaque.java
import java.util.concurrent.atomic.AtomicInteger;

public class JucCasUnlockRelease {
    static final AtomicInteger HELD = new AtomicInteger();
    static int count;

    static void add() {
        while (!HELD.compareAndSet(0, 1)) {
            Thread.onSpinWait();
        }
        count++;
        HELD.setRelease(0);
    }

    public static void main(String[] args) {
        new Thread(JucCasUnlockRelease::add).start();
        add();
    }
}
