// run: min=17
import java.util.*;

/** HashMap (collisions, trees, resizing), LinkedHashMap, TreeMap, and the other maps with their views and failures. */
public class MapsBroad {
    /** Every key hashes to the same bucket; comparable ones make the bucket a tree ordered by value. */
    record Colliding(int id) implements Comparable<Colliding> {
        @Override public int hashCode() { return 42; }
        public int compareTo(Colliding o) { return Integer.compare(id, o.id); }
    }

    static final class Incomparable {
        final String key;
        Incomparable(String key) { this.key = key; }
        @Override public int hashCode() { return key.length() << 16; }
        @Override public boolean equals(Object o) { return o instanceof Incomparable i && i.key.equals(key); }
        @Override public String toString() { return key; }
    }

    static void attempt(String what, Runnable action) {
        try {
            action.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName());
        }
    }

    static void defaults(Map<String, Integer> map) {
        System.out.println(map.getClass().getSimpleName());
        for (String s : "the cat the dog a cat the end".split(" ")) map.merge(s, 1, Integer::sum);
        System.out.println("  " + new TreeMap<>(map) + " size " + map.size() + " hash " + map.hashCode());
        System.out.println("  " + map.putIfAbsent("dog", 9) + map.putIfAbsent("cow", 9) + map.getOrDefault("pig", -1) + map.computeIfPresent("cow", (k, v) -> null)
            + map.computeIfAbsent("hen", String::length) + map.compute("the", (k, v) -> v * 100) + map.compute("none", (k, v) -> null) + map.replace("a", 5) + map.replace("zz", 5)
            + map.replace("a", 5, 6) + map.replace("a", 5, 7) + map.remove("end", 2) + map.remove("end", 1) + map.merge("hen", 0, (a, b) -> null));
        map.replaceAll((k, v) -> v + k.length());
        System.out.println("  " + new TreeMap<>(map) + " " + map.containsKey("cat") + map.containsValue(303) + map.get("nope"));
        map.keySet().remove("a");
        map.values().removeIf(v -> v > 100);
        if (map instanceof java.util.concurrent.ConcurrentSkipListMap) map.replaceAll((k, v) -> -v);
        else for (Map.Entry<String, Integer> e : map.entrySet()) e.setValue(-e.getValue());
        System.out.println("  " + new TreeMap<>(map) + " " + map.equals(Map.of("cat", -5, "dog", -4)) + " " + map.entrySet().contains(Map.entry("cat", -5)));
        attempt("  put while iterating", () -> { for (String k : map.keySet()) if (!k.endsWith("x")) map.put(k + "x", 0); });
        map.clear();
        System.out.println("  " + map + map.isEmpty());
    }

    public static void main(String[] args) {
        defaults(new HashMap<>());
        defaults(new LinkedHashMap<>());
        defaults(new TreeMap<>());
        defaults(new Hashtable<>());
        defaults(new java.util.concurrent.ConcurrentHashMap<>());
        defaults(new java.util.concurrent.ConcurrentSkipListMap<>());

        Map<Colliding, Integer> tree = new HashMap<>();
        for (int i = 0; i < 300; i++) tree.put(new Colliding(i * 37 % 300), i);
        long found = 0;
        for (int i = 0; i < 600; i++) { Integer v = tree.get(new Colliding(i)); if (v != null) found += v; }
        for (int i = 0; i < 300; i += 3) tree.remove(new Colliding(i));
        System.out.println("treeified " + found + " " + tree.size() + " " + tree.get(new Colliding(100)) + " " + tree.keySet().stream().mapToInt(Colliding::id).sum());
        for (int i = 0; i < 299; i++) tree.remove(new Colliding(i));
        System.out.println("untreeified " + tree);
        Map<Incomparable, Integer> odd = new HashMap<>();
        for (int i = 0; i < 200; i++) odd.put(new Incomparable(Integer.toString(i + 1000)), i);
        int sum = 0;
        for (int i = 0; i < 200; i++) sum += odd.get(new Incomparable("" + (i + 1000)));
        System.out.println("incomparable " + sum + " " + odd.containsKey(new Incomparable("5")));
        Map<Integer, Integer> resized = new HashMap<>(1, 0.5f);
        for (int i = 0; i < 5000; i++) resized.put(i * 1024, i);
        System.out.println("resized " + resized.size() + " " + resized.get(1024 * 4999) + " " + resized.hashCode());
        Map<String, Integer> order = new HashMap<>();
        for (String s : new String[] {"banana", "apple", "cherry", "date", "elderberry", "fig", "grape", "Aa", "BB", null}) order.put(s, s == null ? -1 : s.length());
        System.out.println("string order " + order);

        LinkedHashMap<String, Integer> access = new LinkedHashMap<>(16, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<String, Integer> eldest) { return size() > 4; }
        };
        for (String s : "a b c d a e b f a".split(" ")) { access.merge(s, 1, Integer::sum); access.get("c"); }
        System.out.println("access order " + access);
        LinkedHashMap<Integer, String> insertion = new LinkedHashMap<>();
        for (int i = 5; i > 0; i--) insertion.put(i, "v" + i);
        insertion.put(4, "again");
        insertion.remove(3);
        insertion.put(3, "late");
        System.out.println(insertion + " " + insertion.keySet() + insertion.values());

        TreeMap<Integer, String> t = new TreeMap<>();
        for (int i = 0; i < 50; i += 5) t.put(i, "n" + i);
        System.out.println(t.firstKey() + " " + t.lastEntry() + " floor " + t.floorKey(12) + " ceiling " + t.ceilingKey(12) + " lower " + t.lowerKey(10) + " higher " + t.higherEntry(10)
            + " none " + t.higherKey(45) + " " + t.headMap(10) + t.headMap(10, true).size() + t.tailMap(40, false) + t.subMap(10, 25));
        NavigableMap<Integer, String> view = t.subMap(10, true, 30, false).descendingMap();
        view.put(12, "new");
        view.pollFirstEntry();
        System.out.println(view + " " + t.size() + " " + view.firstKey() + " " + t.descendingKeySet().headSet(30));
        attempt("outside the view", () -> view.put(99, "x"));
        attempt("null key in a tree", () -> t.put(null, "x"));
        attempt("inconsistent range", () -> t.subMap(5, 1));
        attempt("empty firstKey", () -> new TreeMap<String, String>().firstKey());
        attempt("mixed keys", () -> { Map<Object, Integer> mixed = new TreeMap<>(); mixed.put("a", 1); mixed.put(2, 2); });
        TreeMap<String, Integer> insensitive = new TreeMap<>(String.CASE_INSENSITIVE_ORDER.thenComparing(Comparator.reverseOrder()));
        for (String s : List.of("b", "A", "B", "a", "c")) insensitive.put(s, s.charAt(0) + 0);
        System.out.println(insensitive);
        Random random = new Random(7);
        TreeMap<Integer, Integer> churn = new TreeMap<>();
        for (int i = 0; i < 4000; i++) { int k = random.nextInt(500); if (random.nextBoolean()) churn.put(k, i); else churn.remove(k); }
        long check = 0;
        for (Map.Entry<Integer, Integer> e : churn.entrySet()) check = check * 31 + e.getKey() * 7 + e.getValue();
        System.out.println("churn " + churn.size() + " " + check);

        IdentityHashMap<String, Integer> identity = new IdentityHashMap<>();
        String k1 = new String("k"), k2 = new String("k");
        identity.put(k1, 1);
        identity.put(k2, 2);
        System.out.println("identity " + identity.size() + identity.get(k1) + identity.get(k2) + identity.get("k") + identity.containsKey(k2) + new TreeSet<>(identity.values()));
        WeakHashMap<Object, String> weak = new WeakHashMap<>();
        Object held = new Object();
        weak.put(held, "held");
        weak.put(null, "null key");
        System.out.println("weak " + weak.get(held) + weak.get(null) + weak.size() + weak.remove(held) + weak.size());
        Map<String, Integer> of = Map.of("one", 1), copy = Map.copyOf(of);
        System.out.println(of + " " + copy.equals(of) + " " + Map.entry("k", 2) + " " + new AbstractMap.SimpleEntry<>("a", 1).equals(Map.entry("a", 1)) + Map.entry("a", 1).hashCode());
        attempt("Map.of put", () -> of.put("two", 2));
        attempt("Map.of duplicate", () -> Map.of("a", 1, "a", 2));
        attempt("Map.of null", () -> Map.of("a", null));
        attempt("unmodifiable values", () -> Collections.unmodifiableMap(insertion).values().clear());
        attempt("computeIfAbsent recursion", () -> order.computeIfAbsent("new", k -> { order.put("other", 1); return 2; }));
        Set<String> fromMap = Collections.newSetFromMap(new LinkedHashMap<>());
        fromMap.addAll(List.of("z", "y", "z"));
        System.out.println(fromMap + " " + new LinkedHashSet<>(List.of(3, 1, 2)) + new TreeSet<>(List.of(3, 1, 2)).descendingSet() + new HashSet<>(List.of(17, 1, 33, 16)));
    }
}
