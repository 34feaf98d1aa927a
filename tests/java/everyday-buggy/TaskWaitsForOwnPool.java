// everyday-buggy: kind=deadlock
// A task submits to its own pool and waits: if two miss the cache before main fills it, no thread is left for what they wait for.
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class TaskWaitsForOwnPool {
    static final ExecutorService POOL = Executors.newFixedThreadPool(2);
    static final Map<String, Integer> CACHE = new ConcurrentHashMap<>();

    static int price(String item) throws Exception {
        Thread.sleep(10);
        Integer known = CACHE.get(item);
        return known != null ? known : POOL.submit(() -> item.length()).get();
    }

    public static void main(String[] args) throws Exception {
        Future<Integer> apples = POOL.submit(() -> 2 * price("apple"));
        Future<Integer> pears = POOL.submit(() -> 3 * price("pear"));
        CACHE.put("apple", 5);
        CACHE.put("pear", 4);
        assert apples.get() + pears.get() == 22;
        POOL.shutdown();
    }
}
