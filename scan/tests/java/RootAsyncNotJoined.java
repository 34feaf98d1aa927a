// scan: candidates=RootAsyncNotJoined.count
// races: RootAsyncNotJoined.count
// An asynchronous task counts; main counts before it joins the task's future.
// Racy: the task runs on the common pool at that time.
// Twin: RootAsyncJoined.java
import java.util.concurrent.CompletableFuture;

public class RootAsyncNotJoined {
    static int count;

    public static void main(String[] args) {
        CompletableFuture<Void> counted = CompletableFuture.runAsync(() -> count++);
        count++;
        counted.join();
    }
}
