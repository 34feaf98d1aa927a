// everyday: two asynchronous suppliers combined, then allOf of three
import java.util.concurrent.CompletableFuture;

public class CombineFutures {
    public static void main(String[] args) {
        if (args.length == 0) {
            CompletableFuture<Integer> one = CompletableFuture.supplyAsync(() -> 20);
            CompletableFuture<Integer> two = CompletableFuture.supplyAsync(() -> 22);
            int sum = one.thenCombine(two, Integer::sum).join();
            assert sum == 42;
            return;
        }
        int[] results = new int[3];
        CompletableFuture<?>[] all = new CompletableFuture<?>[3];
        for (int i = 0; i < all.length; i++) {
            int index = i;
            all[i] = CompletableFuture.runAsync(() -> results[index] = index + 1);
        }
        CompletableFuture.allOf(all).join();
        assert results[0] + results[1] + results[2] == 6;
    }
}
