// check: verdict=violated kind=assertion options=--library;atomic
// Who joins a future runs what depends on it, if whoever has completed it has not yet.
// Schedule: main finds no result, then the other thread gives it, and main has what depends on it before that one does.
import java.util.concurrent.CompletableFuture;

public class JoinerRunsDependant {
    static volatile Thread first;
    static volatile Thread second;

    public static void main(String[] args) {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Void> one = source.thenAccept(x -> first = Thread.currentThread());
        CompletableFuture<Void> other = one.thenRun(() -> second = Thread.currentThread());
        Thread completer = new Thread(() -> source.complete(1));
        completer.start();
        one.join();
        other.join();
        assert first == second;
    }
}
