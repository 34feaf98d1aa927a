// scan: candidates=none
// races: none
// An asynchronous task counts; main counts when it has joined the task's future.
// Proved by parallel: the task is through when join returns.
// Twin: RootAsyncNotJoined.java
import java.util.concurrent.CompletableFuture;

public class RootAsyncJoined {
    static int count;

    public static void main(String[] args) {
        CompletableFuture<Void> counted = CompletableFuture.runAsync(() -> count++);
        counted.join();
        count++;
    }
}
