// check: verdict=violated kind=livelock
// A future is polled between sleeps, and nobody is left to complete it.
import java.util.concurrent.CompletableFuture;

public class FuturePolledForEver {
    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        while (!future.isDone()) {
            Thread.sleep(1);
        }
    }
}
