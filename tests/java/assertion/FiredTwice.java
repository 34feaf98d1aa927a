// check: verdict=violated kind=assertion options=--library;atomic
// Two futures are combined. Whoever runs the function also runs what depends on the outcome, or so main believes.
// Schedule: main has the outcome; the other thread finds it there and runs what depends on it, before main does.
import java.util.concurrent.CompletableFuture;

public class FiredTwice {
    static volatile Thread ofFunction;
    static volatile Thread ofDependant;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> one = new CompletableFuture<>();
        CompletableFuture<Integer> other = new CompletableFuture<>();
        one.thenCombine(other, (x, y) -> {
            ofFunction = Thread.currentThread();
            return x + y;
        }).thenAccept(sum -> ofDependant = Thread.currentThread());
        Thread completer = new Thread(() -> other.complete(1));
        completer.start();
        one.complete(2);
        completer.join();
        assert ofFunction == ofDependant;
    }
}
