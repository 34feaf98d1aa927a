// check: verdict=violated kind=assertion options=--library;atomic
// All are done when one is that is the only one, or so main believes.
// Schedule: main looks when the worker has given the one's result, and not yet told what depends on it.
import java.util.concurrent.CompletableFuture;

public class AllOfBehind {
    public static void main(String[] args) {
        CompletableFuture<Void> one = CompletableFuture.runAsync(() -> { });
        CompletableFuture<Void> all = CompletableFuture.allOf(one);
        boolean isDone = one.isDone();
        assert !isDone || all.isDone();
    }
}
