// check: verdict=violated kind=data-race variable=HandRunAsyncLate.value large=true
// Main writes a plain field while a worker of the common pool may be scanning, and runs a task that reads it, in the other order.
// Race: the task may run as soon as it is submitted.
// Twin: HandRunAsync.java
import java.util.concurrent.CompletableFuture;

public class HandRunAsyncLate {
    static int value;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Void> first = CompletableFuture.runAsync(() -> { });
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> {
            int seen = value;
        });
        value = 1;
        first.join();
        second.join();
    }
}
