// check: verdict=race-free
// A thread writes a plain field and completes a CompletableFuture, which another stage follows that reads the field, in this order.
// Race-free: what comes before complete comes before the stages that follow.
// Twin: HandThenAcceptLate.java
import java.util.concurrent.CompletableFuture;

public class HandThenAccept {
    static int value;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread writer = new Thread(() -> {
            value = 1;
            future.complete(1);
        });
        writer.start();
        future.thenAccept(result -> {
            int seen = value;
        }).join();
    }
}
