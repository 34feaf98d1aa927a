// check: verdict=violated kind=deadlock
// A thread completes a future unless it sees the flag.
// Schedule: main sets the flag before the thread reads it, and joins a future that nobody completes.
// No data race: the flag is volatile.
import java.util.concurrent.CompletableFuture;

public class CompletableFutureNever {
    static volatile boolean stop;

    public static void main(String[] args) throws InterruptedException {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        new Thread(() -> {
            if (!stop) {
                future.complete(1);
            }
        }).start();
        Thread.sleep(50);
        stop = true;
        future.join();
    }
}
