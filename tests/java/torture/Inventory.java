// Input of the torture test: javac, itself run by the virtual machine under test, compiles this file, and must write
// the class files of the host's javac of the same JDK (17 or newer), byte for byte. The exact command, for both:
//     javac -d OUT Inventory.java
// No further option is needed: the source is plain ASCII, no processor is on the class path, and a class file holds
// neither a time nor a folder. By default it has line numbers and the name of the source (-g:source,lines).

import java.io.Serializable;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.util.*;
import java.util.function.*;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A small warehouse that makes javac work: most kinds of declaration, statement and expression appear once. */
public class Inventory<K extends Comparable<? super K>, P extends Inventory.Product> implements Iterable<P> {
    @Retention(RetentionPolicy.RUNTIME)
    @interface Audited {
        String by() default "nobody";
        int[] levels() default {1, 2};
    }

    sealed interface Product extends Comparable<Product> permits Tool, Food, Bundle {
        String name();
        long cents();

        default String label() {
            return decorate(name().toUpperCase(Locale.ROOT));
        }

        private String decorate(String text) {
            return "<" + text + '|' + cents() / 100 + "." + cents() % 100 / 10 + cents() % 10 + ">";
        }

        @Override
        default int compareTo(Product other) {
            return Comparator.comparingLong(Product::cents).thenComparing(Product::name).compare(this, other);
        }
    }

    record Tool(String name, long cents, Material material) implements Product {
        static int made;

        Tool {
            if (cents < 0) throw new IllegalArgumentException(name + " for " + cents);
            made++;
        }

        Tool(String name) {
            this(name, 9_99L, Material.STEEL);
        }
    }

    record Food(String name, long cents, int days) implements Product { }

    record Bundle(String name, List<? extends Product> parts) implements Product {
        Bundle(String name, Product... parts) {
            this(name, List.of(parts));
        }

        @Override
        public long cents() {
            var sum = 0L;
            for (Product p : parts) sum += p.cents();
            return sum * 9 / 10;
        }
    }

    enum Material {
        WOOD(0.6f) {
            @Override
            double price(double kilos) { return kilos * density; }
        },
        STEEL(7.8f), GOLD(19.3f);

        final float density;

        Material(float density) {
            this.density = density;
        }

        double price(double kilos) {
            return Math.sqrt(kilos) / density;
        }
    }

    static class OutOfStock extends Exception {
        private static final long serialVersionUID = 0xCAFEL;

        OutOfStock(Object key) {
            super("out of " + key);
        }
    }

    /** An inner class: each shelf counts into its own inventory. */
    class Shelf implements AutoCloseable {
        private final Deque<P> stack = new ArrayDeque<>();

        { shelves++; }

        @SafeVarargs
        final Shelf put(P... items) {
            for (int i = items.length - 1; i >= 0; --i) {
                stack.push(items[i]);
                Inventory.this.total += items[i].cents();
            }
            return this;
        }

        @Override
        public void close() { shelves -= 1; }
    }

    private final NavigableMap<K, P> stock = new TreeMap<>();
    private final Function<? super P, ? extends K> keyOf;
    private int shelves;
    protected volatile long total;

    Inventory(Function<? super P, ? extends K> keyOf) {
        this.keyOf = Objects.requireNonNull(keyOf);
    }

    @Audited(by = "main", levels = {3, 4})
    synchronized P take(K key) throws OutOfStock {
        P found = stock.remove(key);
        if (found == null) throw new OutOfStock(key);
        return found;
    }

    <Q extends P> Inventory<K, P> add(Collection<Q> items) {
        items.forEach(item -> stock.merge(keyOf.apply(item), item, (a, b) -> a.compareTo(b) < 0 ? b : a));
        return this;
    }

    @Override
    public Iterator<P> iterator() {
        return new Iterator<>() {
            private K at = stock.isEmpty() ? null : stock.firstKey();

            @Override
            public boolean hasNext() { return at != null; }

            @Override
            public P next() {
                try {
                    return stock.get(at);
                } finally {
                    at = stock.higherKey(at);
                }
            }
        };
    }

    static String describe(Object o) {
        if (o instanceof Tool t && t.material() != Material.WOOD) {
            return "tool of " + t.material() + switch (t.material()) {
                case GOLD -> "!";
                case STEEL -> {
                    int weight = t.name().length() << 2 ^ 0b101;
                    yield " weighing " + weight;
                }
                default -> throw new AssertionError();
            };
        }
        if (!(o instanceof Bundle b)) {
            switch (String.valueOf(o).charAt(0)) {
                case 'F':
                case 'T': return "a product";
                default: return o == null ? "nothing" : o.getClass().getSimpleName();
            }
        }
        return b.parts().stream().map(Inventory::describe).collect(Collectors.joining(", ", "[", "]"));
    }

    static int classify(String name) {
        return switch (name) {
            case "hammer", "saw" -> 1;
            case "Aa", "BB" -> 2;
            default -> name.isBlank() ? -1 : ~name.hashCode() >>> 28;
        };
    }

    public static void main(String... args) throws Exception {
        record Pair<A, B>(A first, B second) { }
        Supplier<Inventory<String, Product>> maker = () -> new Inventory<>(Product::name);
        BiFunction<String, Long, Tool> tools = (n, cents) -> new Tool(n, cents, Material.values()[n.length() % 3]);
        Inventory<String, Product> inventory = maker.get();
        List<Product> goods = Stream.of("saw", "hammer", "file", "gilded saw")
            .map(n -> tools.apply(n, 250L * n.length())).collect(Collectors.toCollection(ArrayList::new));
        goods.addAll(List.of(new Tool("pliers"), new Food("bread", 289, 3), new Food("salt", 59, 9999)));
        goods.add(new Bundle("lunch", goods.get(5), new Bundle("spice", goods.get(6))));
        inventory.add(goods).add(Set.of(new Food("bread", 189, 1)));
        for (Product p : inventory) {
            System.out.println(p.label() + " " + describe(p) + " " + classify(p.name()));
        }
        try (var shelf = inventory.new Shelf(); Inventory<String, Product>.Shelf other = inventory.new Shelf()) {
            shelf.put(inventory.take("saw"), inventory.take("bread"));
            other.put(inventory.take("ladder"));
        } catch (OutOfStock | IllegalStateException e) {
            System.out.println(e.getMessage() + ", shelves " + inventory.shelves + ", total " + inventory.total);
        }
        Map<Boolean, TreeMap<Integer, List<String>>> byLength = goods.stream().collect(Collectors.partitioningBy(
            p -> p instanceof Tool, Collectors.groupingBy(p -> p.name().length(), TreeMap::new,
                Collectors.mapping(Product::name, Collectors.toList()))));
        System.out.println(byLength + " " + Tool.made);
        int[][] grid = {{1, 2}, {3}, {}};
        char c = 'a';
        Integer boxed = 40;
        c += 2;
        boxed++;
        search:
        for (int[] row : grid) {
            for (int cell : row) {
                if (cell == 3) break search;
                boxed += cell > 1 ? c : cell;
            }
        }
        Runnable r = (Runnable & Serializable) () -> System.out.println("""
            boxed %d, "quoted"\t%s
            """.formatted(args.length + 141, new Pair<>(1.5, 'x')).strip());
        r.run();
        IntUnaryOperator[] twice = {x -> x * 2, Math::abs};
        System.out.println(IntStream.rangeClosed(-3, 3).map(twice[0].andThen(twice[1])).sum() + " " + boxed + c);
    }
}
