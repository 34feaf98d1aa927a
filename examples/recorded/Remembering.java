import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;

/** Three threads that ask Caffeine's cache, which is too small for what they ask for. */
public final class Remembering {
    public static void main(String[] arguments) throws Exception {
        Cache<Integer, String> cache = Caffeine.newBuilder().maximumSize(20).recordStats().build();
        Thread[] threads = new Thread[3];
        for (int number = 0; number < threads.length; number++) {
            int first = number;
            threads[number] = new Thread(() -> {
                for (int round = 0; round < 500; round++) {
                    int key = (first + round * round) % 60;
                    String value = cache.get(key, String::valueOf);
                    if (!value.equals(String.valueOf(key))) throw new AssertionError(value);
                }
            });
            threads[number].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(cache.stats().requestCount());
    }
}
