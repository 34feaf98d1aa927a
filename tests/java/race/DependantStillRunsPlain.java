// check: verdict=violated kind=data-race variable=DependantStillRunsPlain.last conflict=write-write every=true cut=random jdks=all
// As DependantStillRuns, with a race: also for searches that look for these alone.
import java.util.concurrent.CompletableFuture;

public class DependantStillRunsPlain {
    static volatile boolean first;
    static int last;

    public static void main(String[] arguments) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        future.thenRun(() -> first = true);
        new Thread(() -> future.complete(1)).start();
        future.thenRun(() -> last = 1);
        if (first) {
            last = 2;
        }
    }
}
