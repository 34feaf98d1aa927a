// check: verdict=violated kind=livelock jdks=all
// A phase is awaited that nobody is left to advance. A phaser keeps its waiters in an atomic reference of its own.
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

public class PhaseAwaitedForEver {
    public static void main(String[] args) throws InterruptedException {
        Phaser phaser = new Phaser(1);
        new Thread(() -> {}).start();
        while (phaser.getPhase() == 0) {
            try {
                phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS);
            } catch (TimeoutException again) {
                // Once more.
            }
        }
    }
}
