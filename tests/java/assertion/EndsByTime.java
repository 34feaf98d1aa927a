// check: verdict=violated kind=assertion options=--library;atomic min=25
// A task that was scheduled before a second thread ran is part of the first state, and its time
// still comes nearer: or two states are taken for one, and nothing behind them is explored.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

public class EndsByTime {
    public static void main(String[] arguments) {
        try {
            new CompletableFuture<Integer>().orTimeout(1, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            throw new AssertionError("it has ended by time");
        }
    }
}
