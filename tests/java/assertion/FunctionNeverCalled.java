// check: verdict=violated kind=assertion options=--library;atomic
// What depends on a future is called when that is done, or so main believes.
// Schedule: the other thread has taken the dependant; main completes that itself before it is looked at.
import java.util.concurrent.CompletableFuture;

public class FunctionNeverCalled {
    static volatile boolean isCalled;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> source = new CompletableFuture<>();
        CompletableFuture<Integer> dependant = source.whenComplete((x, e) -> isCalled = true);
        Thread completer = new Thread(() -> source.complete(1));
        completer.start();
        source.complete(2);
        dependant.complete(3);
        completer.join();
        assert isCalled;
    }
}
