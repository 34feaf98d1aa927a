// everyday-buggy: kind=data-race|assertion variable=SideEffectNotJoined.total
// The price is joined, not the stage behind it that stores it: main reads the field while the pool's thread is to write it.
import java.util.concurrent.CompletableFuture;

public class SideEffectNotJoined {
    static int total;

    public static void main(String[] args) {
        CompletableFuture<Integer> price = CompletableFuture.supplyAsync(() -> 6 * 7);
        price.thenAccept(value -> total = value);
        price.join();
        assert total == 42;
    }
}
