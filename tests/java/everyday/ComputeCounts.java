// everyday: three threads count in a ConcurrentHashMap by compute, twice each
import java.util.concurrent.ConcurrentHashMap;

public class ComputeCounts {
    public static void main(String[] args) throws InterruptedException {
        ConcurrentHashMap<String, Integer> counts = new ConcurrentHashMap<>();
        Thread[] threads = new Thread[3];
        for (int i = 0; i < threads.length; i++) {
            String own = "key" + i;
            threads[i] = new Thread(() -> {
                counts.compute("all", (key, count) -> count == null ? 1 : count + 1);
                counts.compute(own, (key, count) -> count == null ? 1 : count + 1);
            });
            threads[i].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        assert counts.get("all") == 3 && counts.size() == 4;
    }
}
