// check: verdict=passed
// A thread completes a future, main joins one that depends on it.
// Passed: the dependent is completed by whoever comes later.
// No data race: completion comes before the return of join.
import java.util.concurrent.CompletableFuture;

public class CompletableFutureJoin {
    public static void main(String[] args) {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        new Thread(() -> source.complete(1)).start();
        int result = source.thenApply(value -> value + 1).join();
        assert result == 2;
    }
}
