import com.github.benmanes.caffeine.cache.Caffeine;
import com.google.common.cache.CacheBuilder;
import com.google.common.collect.HashMultiset;
import com.google.common.collect.Multiset;
import java.util.Random;
import java.util.concurrent.atomic.AtomicLong;

/** Caffeine's and Guava's caches, with two threads that load and evict. */
public final class Caches {
    private static final class Box {
        int uses;
        final String text;

        Box(String text) {
            this.text = text;
        }
    }

    public static void main(String[] arguments) throws Exception {
        int rounds = Integer.parseInt(arguments[0]);
        com.github.benmanes.caffeine.cache.Cache<Integer, Box> first = Caffeine.newBuilder().maximumSize(500).build();
        com.google.common.cache.Cache<Integer, Box> second = CacheBuilder.newBuilder().maximumSize(500).build();
        AtomicLong total = new AtomicLong();
        Thread[] threads = new Thread[2];
        for (int number = 0; number < threads.length; number++) {
            int seed = number;
            threads[number] = new Thread(() -> {
                Random random = new Random(seed);
                Multiset<String> seen = HashMultiset.create();
                for (int round = 0; round < rounds; round++) {
                    int key = (int) Math.abs(random.nextGaussian() * 400);
                    Box one = first.get(key, Caches::load);
                    Box two;
                    try {
                        two = second.get(key, () -> load(key));
                    } catch (java.util.concurrent.ExecutionException failure) {
                        throw new IllegalStateException(failure);
                    }
                    synchronized (one) {
                        one.uses++;
                    }
                    seen.add(two.text);
                }
                total.addAndGet(seen.size());
            });
            threads[number].start();
        }
        for (Thread thread : threads) {
            thread.join();
        }
        System.out.println(total);
    }

    private static Box load(int key) {
        StringBuilder text = new StringBuilder();
        for (int at = 0; at < 20; at++) {
            text.append(key * 31 + at);
        }
        return new Box(text.toString());
    }
}
