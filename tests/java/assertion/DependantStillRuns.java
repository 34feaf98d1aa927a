// check: verdict=violated kind=assertion every=true cut=random jdks=all
// Who adds a dependant to a future that is being completed may find it claimed already by the thread
// that completes it, and goes on before it has run. Dependants are cleared plainly when they have
// run: a reduction must know that others go by that.
import java.util.concurrent.CompletableFuture;

public class DependantStillRuns {
    static volatile boolean first, second;

    public static void main(String[] arguments) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.thenRun(() -> first = true);
        new Thread(() -> future.complete(1)).start();
        future.thenRun(() -> second = true);
        if (first && !second) {
            throw new AssertionError("the second has not run");
        }
    }
}
