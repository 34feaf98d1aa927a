// check: verdict=violated kind=uncaught-exception exception=java.util.concurrent.CompletionException
// One thread fails a future which main completes and joins.
// Schedule: the failure comes first; main's completion is refused, and join throws.
import java.util.concurrent.CompletableFuture;

public class CompletableFutureFailed {
    public static void main(String[] args) {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        new Thread(() -> future.completeExceptionally(new IllegalStateException())).start();
        future.complete(1);
        future.join();
    }
}
