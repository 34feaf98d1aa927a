// check: verdict=violated kind=data-race variable=JucCompletedThenWritten.value conflict=write-read|read-write
// A thread completes a CompletableFuture and writes a plain field after that; main joins the future and reads the field.
// Racy: only what precedes complete comes before the return of join.
// Twin: JucWrittenThenCompleted.java
import java.util.concurrent.CompletableFuture;

public class JucCompletedThenWritten {
    static final CompletableFuture<Integer> FUTURE = new CompletableFuture<>();
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            FUTURE.complete(1);
            value = 1;
        }).start();
        FUTURE.join();
        int seen = value;
    }
}
