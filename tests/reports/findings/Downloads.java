import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Fetches files with a pool, and tells at the end how many bytes came. */
public class Downloads {
    private final ExecutorService pool = Executors.newFixedThreadPool(2);
    private long bytes;

    private int fetch(String name) {
        return name.length() * 100;
    }

    void start(List<String> names) throws Exception {
        List<Future<?>> all = new ArrayList<>();
        for (String name : names) {
            all.add(pool.submit(() -> {
                int size = fetch(name);
                bytes += size;
            }));
        }
        for (Future<?> one : all) {
            one.get();
        }
        pool.shutdown();
        System.out.println(bytes + " bytes");
    }

    public static void main(String[] arguments) throws Exception {
        new Downloads().start(List.of("a.txt", "b.txt"));
    }
}
