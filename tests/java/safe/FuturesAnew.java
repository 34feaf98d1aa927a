// check: verdict=passed options=--library;atomic
// Main makes futures, one after the other, until the other thread is done.
// Passed: whose objects these are is part of a state, but of the ninth and later ones no more than that, so states come again.
import java.util.concurrent.CompletableFuture;

public class FuturesAnew {
    static volatile boolean isDone;
    static volatile CompletableFuture<Integer> last;

    public static void main(String[] args) {
        new Thread(() -> isDone = true).start();
        while (!isDone) {
            last = new CompletableFuture<>();
        }
    }
}
