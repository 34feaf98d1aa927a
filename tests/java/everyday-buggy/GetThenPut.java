// everyday-buggy: kind=assertion
// Get and then put in a concurrent map, instead of merge: a count is lost if both tasks get "to" before either puts it.
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

public class GetThenPut {
    static final Map<String, Integer> COUNTS = new ConcurrentHashMap<>();

    static void count(String text) {
        for (String word : text.split(" ")) {
            Integer before = COUNTS.get(word);
            COUNTS.put(word, before == null ? 1 : before + 1);
        }
    }

    public static void main(String[] args) throws Exception {
        ExecutorService pool = Executors.newFixedThreadPool(2);
        List<Future<?>> tasks = List.of(
                pool.submit(() -> count("to be or not")),
                pool.submit(() -> count("this is the question to ask")));
        for (Future<?> task : tasks) {
            task.get();
        }
        pool.shutdown();
        int sum = 0;
        for (int count : COUNTS.values()) {
            sum += count;
        }
        assert sum == 10;
    }
}
