// check: verdict=violated kind=assertion jdks=all options=--library;atomic
// Two results are replaced, the first one first, while they are combined.
// Schedule: main looks at the first result; both are replaced; then it looks at the second.
import java.util.concurrent.CompletableFuture;

public class ObtrudedBetween {
    public static void main(String[] args) {
        CompletableFuture<Integer> first = CompletableFuture.completedFuture(1);
        CompletableFuture<Integer> second = CompletableFuture.completedFuture(1);
        new Thread(() -> {
            first.obtrudeValue(2);
            second.obtrudeValue(2);
        }).start();
        int seen = first.thenCombine(second, (x, y) -> 10 * x + y).join();
        assert seen != 12;
    }
}
