// client: operations=6
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

public class OfCompletableFuture implements Clients.Client {
    final CompletableFuture<Integer> future = new CompletableFuture<>();
    final AtomicInteger calls = new AtomicInteger();

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> future.complete(1);
            case 1 -> future.completeExceptionally(new IllegalStateException());
            case 2 -> future.get();
            case 3 -> future.get(1, TimeUnit.SECONDS);
            case 4 -> future.thenApply(value -> value + calls.incrementAndGet()).isDone();
            default -> future.isDone() + "" + future.getNumberOfDependents();
        };
    }

    @Override
    public Object end() {
        return calls;
    }
}
