// client: operations=26
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

public class SeesCompletableFuture implements Clients.Client {
    final CompletableFuture<Integer> source = new CompletableFuture<>();
    final CompletableFuture<Integer> other = new CompletableFuture<>();
    final CompletableFuture<Integer> next = source.thenApply(value -> value + 1);
    final CompletableFuture<Integer> last = next.thenApply(value -> value + 1);
    final CompletableFuture<Void> all = CompletableFuture.allOf(source, other);
    final CompletableFuture<Object> any = CompletableFuture.anyOf(source, other);

    @Override
    public Object perform(int operation, int me) throws Exception {
        return switch (operation) {
            case 0 -> source.complete(1);
            case 1 -> source.completeExceptionally(new IllegalStateException());
            case 2 -> source.cancel(true);
            case 3 -> other.complete(5);
            case 4 -> {
                source.obtrudeValue(7);
                yield "obtruded";
            }
            case 5 -> next.complete(3);
            case 6 -> source.thenCombine(other, Integer::sum).isDone();
            case 7 -> source.thenCompose(value -> other).isDone();
            case 8 -> source.get(1, TimeUnit.SECONDS);
            case 9 -> last.get(1, TimeUnit.SECONDS);
            case 10 -> source.isDone();
            case 11 -> next.isDone();
            case 12 -> last.isDone();
            case 13 -> all.isDone();
            case 14 -> any.isDone();
            case 15 -> source.getNow(-1);
            case 16 -> next.getNow(-1);
            case 17 -> any.getNow(-1);
            case 18 -> source.isCompletedExceptionally();
            case 19 -> next.isCompletedExceptionally();
            case 20 -> source.isCancelled();
            case 21 -> source.copy().isDone();
            case 23 -> source.orTimeout(1, TimeUnit.SECONDS) == source;
            case 24 -> source.completeOnTimeout(9, 1, TimeUnit.SECONDS) == source;
            case 25 -> last.join();
            default -> {
                String told = next.toString();
                yield told.substring(told.indexOf('['));
            }
        };
    }

    @Override
    public Object end() {
        return last.isDone() + "" + all.isDone() + any.isDone();
    }
}
