// check: verdict=passed
// Two threads complete one future.
// Passed: one of them succeeds, and its value is the result.
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;

public class CompletableFutureOnce {
    static final AtomicInteger WINNER = new AtomicInteger();
    static final CompletableFuture<Integer> FUTURE = new CompletableFuture<>();

    static void complete(int me) {
        if (FUTURE.complete(me)) {
            int before = WINNER.getAndSet(me);
            assert before == 0;
        }
    }

    public static void main(String[] args) throws InterruptedException {
        Thread other = new Thread(() -> complete(1));
        other.start();
        complete(2);
        other.join();
        assert FUTURE.join() == WINNER.get();
    }
}
