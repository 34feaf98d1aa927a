// check: verdict=race-free options=--search=dfs jdks=all
// As PhaseAwaitedForEver, but between waits main changes a variable of its own, there and back: it does something for ever, which is no livelock.
// That the library's objects hold the variable, too, makes it none of theirs.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Phaser;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.atomic.AtomicReference;

public class SwapsForEver {
    static final ConcurrentHashMap<String, AtomicReference<Object>> NAMED = new ConcurrentHashMap<>();
    static final CompletableFuture<AtomicReference<Object>> DONE = new CompletableFuture<>();

    public static void main(String[] args) throws InterruptedException {
        AtomicReference<Object> variable = new AtomicReference<>();
        NAMED.put("variable", variable);
        DONE.complete(variable);
        Phaser phaser = new Phaser(1);
        new Thread(() -> {}).start();
        while (phaser.getPhase() == 0) {
            try {
                phaser.awaitAdvanceInterruptibly(0, 1, TimeUnit.SECONDS);
            } catch (TimeoutException again) {
                variable.set(phaser);
                variable.set(null);
            }
        }
    }
}
