// everyday: a fixed pool of threads, tasks submitted and their results awaited
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

public class FixedPool {
    public static void main(String[] args) throws Exception {
        int threads = args.length > 0 ? Integer.parseInt(args[0]) : 1;
        int tasks = args.length > 1 ? Integer.parseInt(args[1]) : 1;
        boolean waits = args.length > 2;
        ExecutorService pool = Executors.newFixedThreadPool(threads);
        List<Future<Integer>> futures = new ArrayList<>();
        for (int i = 0; i < tasks; i++) {
            int number = i;
            futures.add(pool.submit(() -> number * number));
        }
        int sum = 0;
        for (Future<Integer> future : futures) {
            sum += future.get();
        }
        pool.shutdown();
        if (waits) {
            boolean ended = pool.awaitTermination(1, TimeUnit.MINUTES);
            assert ended || sum >= 0;
        }
        int expected = 0;
        for (int i = 0; i < tasks; i++) {
            expected += i * i;
        }
        assert sum == expected;
    }
}
