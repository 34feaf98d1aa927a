// check: verdict=race-free options=--library;atomic min=25
// As EndsByTime, and all executions end.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;

public class EndsByTimeOnly {
    public static void main(String[] arguments) {
        try {
            new CompletableFuture<Integer>().orTimeout(1, TimeUnit.MILLISECONDS).join();
        } catch (CompletionException e) {
            // As it should be.
        }
    }
}
