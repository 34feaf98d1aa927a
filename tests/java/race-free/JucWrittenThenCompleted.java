// check: verdict=race-free
// A thread completes a CompletableFuture and writes a plain field before that; main joins the future and reads the field.
// Race-free: the write comes before complete, and complete before the return of join.
// Twin: JucCompletedThenWritten.java
import java.util.concurrent.CompletableFuture;

public class JucWrittenThenCompleted {
    static final CompletableFuture<Integer> FUTURE = new CompletableFuture<>();
    static int value;

    public static void main(String[] args) {
        new Thread(() -> {
            value = 1;
            FUTURE.complete(1);
        }).start();
        FUTURE.join();
        int seen = value;
    }
}
