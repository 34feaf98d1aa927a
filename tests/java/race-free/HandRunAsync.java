// check: verdict=race-free large=true
// Main writes a plain field while a worker of the common pool may be scanning, and runs a task that reads it, in this order.
// Race-free: the write comes before runAsync, and runAsync before the task.
// Twin: HandRunAsyncLate.java
import java.util.concurrent.CompletableFuture;

public class HandRunAsync {
    static int value;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> { });
        value = 1;
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> {
            int seen = value;
        });
        first.join();
        second.join();
    }
}
