// run: min=17
import java.util.ArrayList;
import java.util.Enumeration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;

/** ConcurrentHashMap under many threads: atomic updates, races won once, growth, colliding keys, bulk operations. */
public class ConcHashMap {
    interface Task {
        void run(int me) throws Exception;
    }

    static void team(int size, Task body) throws InterruptedException {
        List<Thread> team = new ArrayList<>();
        for (int i = 0; i < size; i++) {
            int me = i;
            Thread t = new Thread(() -> {
                try {
                    body.run(me);
                } catch (Exception e) {
                    throw new AssertionError(e);
                }
            }, "member-" + i);
            team.add(t);
            t.start();
        }
        for (Thread t : team) {
            t.join();
        }
    }

    /** Word counts in four ways; all must agree. */
    static void counting() throws InterruptedException {
        String[] words = "the cat and the dog and the mouse met the cat under the table".split(" ");
        ConcurrentHashMap<String, Integer> merged = new ConcurrentHashMap<>();
        ConcurrentHashMap<String, Integer> computed = new ConcurrentHashMap<>();
        ConcurrentHashMap<String, Integer> replaced = new ConcurrentHashMap<>();
        ConcurrentHashMap<String, LongAdder> adders = new ConcurrentHashMap<>();
        team(5, me -> {
            for (int i = 0; i < 140; i++) {
                String w = words[(i + 3 * me) % words.length];
                merged.merge(w, 1, Integer::sum);
                computed.compute(w, (key, n) -> n == null ? 1 : n + 1);
                adders.computeIfAbsent(w, key -> new LongAdder()).increment();
                Integer old = replaced.putIfAbsent(w, 1);
                while (old != null && !replaced.replace(w, old, old + 1)) {
                    old = replaced.get(w);
                }
                if (i % 16 == 0) {
                    Thread.yield();
                }
            }
        });
        Map<String, Integer> summed = new TreeMap<>();
        adders.forEach((w, n) -> summed.put(w, n.intValue()));
        System.out.println(new TreeMap<>(merged));
        System.out.println("all ways agree "
            + (merged.equals(computed) && merged.equals(replaced) && merged.equals(summed)));
    }

    /** Many ask for the same missing value at once; it is made once, and everybody gets that one. */
    static void onlyOnce() throws InterruptedException {
        ConcurrentHashMap<Integer, List<Integer>> cache = new ConcurrentHashMap<>();
        AtomicInteger made = new AtomicInteger();
        CyclicBarrier together = new CyclicBarrier(4);
        List<List<List<Integer>>> answers = new ArrayList<>();
        for (int i = 0; i < 4; i++) {
            answers.add(new ArrayList<>());
        }
        team(4, me -> {
            for (int key = 0; key < 30; key++) {
                together.await();
                answers.get(me).add(cache.computeIfAbsent(key, k -> {
                    made.incrementAndGet();
                    Thread.yield();
                    return List.of(k, k * k);
                }));
            }
        });
        boolean same = true;
        for (int key = 0; key < 30; key++) {
            for (List<List<Integer>> mine : answers) {
                same &= mine.get(key) == cache.get(key);
            }
        }
        System.out.println("made " + made + " for " + cache.size() + " keys, everybody got the same " + same);
    }

    /** Keys of only three hash codes, so that the bins become trees. */
    record Clumsy(int value) implements Comparable<Clumsy> {
        @Override
        public int hashCode() {
            return value % 3;
        }

        @Override
        public int compareTo(Clumsy other) {
            return Integer.compare(value, other.value);
        }
    }

    static void growthAndCollisions() throws InterruptedException {
        ConcurrentHashMap<Object, Integer> map = new ConcurrentHashMap<>(2);
        AtomicInteger removed = new AtomicInteger();
        AtomicInteger firsts = new AtomicInteger();
        team(4, me -> {
            for (int i = 0; i < 400; i++) {
                firsts.addAndGet(map.putIfAbsent(i * (me % 2 + 1), me) == null ? 1 : 0);
                map.put(new Clumsy(i % 90), i);
                if (i % 5 == 0) {
                    removed.addAndGet(map.remove(new Clumsy(i % 90)) == null ? 0 : 1);
                }
            }
        });
        int sum = 0;
        int clumsy = 0;
        for (Map.Entry<Object, Integer> e : map.entrySet()) {
            if (e.getKey() instanceof Integer n) {
                sum += n;
            } else {
                clumsy++;
            }
        }
        System.out.println("integers " + firsts + " with sum " + sum + ", all others clumsy "
            + (clumsy + firsts.get() == map.size()) + ", removed some " + (removed.get() > 0));
        map.keySet().removeIf(key -> key instanceof Clumsy);
        System.out.println("without the clumsy " + map.mappingCount() + ", has 798 " + map.containsKey(798) + ", 799 "
            + map.containsKey(799));
        team(3, me -> map.values().removeIf(v -> true));
        System.out.println("empty " + map.isEmpty());
    }

    /** Bulk operations, sequential by one threshold and parallel by the other. */
    static void bulk() {
        ConcurrentHashMap<Integer, Integer> squares = new ConcurrentHashMap<>();
        for (int i = 1; i <= 500; i++) {
            squares.put(i, i * i);
        }
        for (long threshold : new long[] {Long.MAX_VALUE, 1}) {
            LongAdder visited = new LongAdder();
            squares.forEach(threshold, (k, v) -> visited.add(v - k));
            System.out.println("visited " + visited
                + ", sum " + squares.reduceValuesToLong(threshold, v -> v, 0, Long::sum)
                + ", greatest even key " + squares.reduceKeys(threshold, k -> k % 2 == 0 ? k : null, Math::max)
                + ", key of 1764 " + squares.search(threshold, (k, v) -> v == 1764 ? k : null)
                + ", none " + squares.searchValues(threshold, v -> v < 0 ? v : null)
                + ", longest " + squares.reduceToInt(threshold, (k, v) -> ("" + k + v).length(), 0, Math::max));
        }
        squares.replaceAll((k, v) -> v % 7 == 0 ? v / 7 : v);
        squares.entrySet().removeIf(e -> e.getKey() > 20);
        System.out.println("changed and cut " + new TreeMap<>(squares));
    }

    static void edges() {
        ConcurrentHashMap<String, Integer> map = new ConcurrentHashMap<>(Map.of("a", 1, "b", 2));
        System.out.println("compute to null removes: " + map.compute("a", (k, v) -> null) + " " + map
            + ", merge to null " + map.merge("b", 5, (x, y) -> null) + " " + map
            + ", ifPresent of none " + map.computeIfPresent("c", (k, v) -> 1));
        for (Runnable wrong : new Runnable[] {() -> map.put(null, 1), () -> map.put("x", null), () -> map.get(null),
            () -> map.computeIfAbsent("k", k -> map.computeIfAbsent("k", q -> 1))}) {
            try {
                wrong.run();
                System.out.print("accepted; ");
            } catch (NullPointerException | IllegalStateException e) {
                System.out.print(e.getClass().getSimpleName() + "; ");
            }
        }
        System.out.println("size " + map.size());
        Set<String> set = ConcurrentHashMap.newKeySet();
        System.out.println("set " + set.add("x") + set.add("x") + set.remove("x") + set.contains("x"));
        ConcurrentHashMap<Integer, String> live = new ConcurrentHashMap<>();
        for (int i = 0; i < 10; i++) {
            live.put(i, "v" + i);
        }
        Set<Integer> seen = new TreeSet<>();
        for (Enumeration<Integer> keys = live.keys(); keys.hasMoreElements();) {
            int k = keys.nextElement();
            seen.add(k);
            live.remove((k + 5) % 10);
        }
        System.out.println("changed under the iteration without complaint: " + seen.containsAll(live.keySet())
            + ", left " + live.size() + ", default " + live.getOrDefault(99, "none"));
    }

    public static void main(String[] args) throws InterruptedException {
        counting();
        onlyOnce();
        growthAndCollisions();
        bulk();
        edges();
    }
}
