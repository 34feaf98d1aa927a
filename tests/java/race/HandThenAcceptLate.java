// check: verdict=violated kind=data-race variable=HandThenAcceptLate.value
// A thread writes a plain field and completes a CompletableFuture, which another stage follows that reads the field, in the other order.
// Race: a stage may run before the field is written.
// Twin: HandThenAccept.java
import java.util.concurrent.CompletableFuture;

public class HandThenAcceptLate {
    static int value;

    public static void main(String[] args) throws Exception {
        CompletableFuture<Integer> future = new CompletableFuture<>();
        Thread writer = new Thread(() -> {
            future.complete(1);
            value = 1;
        });
        writer.start();
        future.thenAccept(result -> {
            int seen = value;
        }).join();
    }
}
