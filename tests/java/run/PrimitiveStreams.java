// run: min=17
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** IntStream, LongStream and DoubleStream, parallel reductions with fixed results, Optional and its primitive kin, spliterators of one's own. */
public class PrimitiveStreams {
    /** Splits a range of squares in half, as a library's own source would. */
    static final class Squares implements Spliterator.OfLong {
        private long from;
        private final long to;
        static final List<String> splits = Collections.synchronizedList(new ArrayList<>());

        Squares(long from, long to) { this.from = from; this.to = to; }

        public boolean tryAdvance(LongConsumer action) {
            if (from >= to) return false;
            action.accept(from * from);
            from++;
            return true;
        }

        public Spliterator.OfLong trySplit() {
            long middle = from + to >>> 1;
            if (to - from < 64) return null;
            Squares left = new Squares(from, middle);
            splits.add(from + "-" + middle + "-" + to);
            from = middle;
            return left;
        }

        public long estimateSize() { return to - from; }
        public int characteristics() { return ORDERED | SIZED | SUBSIZED | IMMUTABLE | NONNULL | DISTINCT | SORTED; }
        public Comparator<? super Long> getComparator() { return null; }
    }

    /** A pull-style source with no known size. */
    static final class Words extends Spliterators.AbstractSpliterator<String> {
        private final String[] words;
        private int at;
        Words(String text) { super(Long.MAX_VALUE, ORDERED); words = text.split(" "); }
        public boolean tryAdvance(Consumer<? super String> action) {
            if (at == words.length) return false;
            action.accept(words[at++]);
            return true;
        }
    }

    static void attempt(String what, Supplier<Object> action) {
        try {
            System.out.println(what + " = " + action.get());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static void ints() {
        System.out.println(IntStream.rangeClosed(1, 10).sum() + " " + IntStream.range(5, 5).count() + " " + IntStream.range(5, 1).sum() + " " + IntStream.of(3, 1, 2).sorted().boxed().toList() + " " + IntStream.iterate(1, i -> i * 2).limit(8).max().getAsInt()
            + " " + IntStream.iterate(100, i -> i > 5, i -> i / 2).boxed().toList() + " " + IntStream.empty().max() + " " + IntStream.empty().average() + " " + IntStream.of(1, 2).average().getAsDouble() + " " + IntStream.of(7, 7, 8).distinct().count());
        System.out.println(IntStream.rangeClosed(1, 5).mapToObj(i -> "x".repeat(i)).collect(Collectors.joining("|")) + " " + IntStream.of(65, 66).mapToObj(c -> (char) c).toList() + " " + IntStream.range(0, 5).mapToLong(i -> 1L << (i * 10)).sum()
            + " " + IntStream.range(0, 5).asDoubleStream().map(Math::sqrt).sum() + " " + IntStream.range(0, 20).filter(i -> i % 3 == 0).reduce(1, (a, b) -> a * 31 + b) + " " + IntStream.of().reduce(Integer::sum).isPresent());
        System.out.println(IntStream.range(0, 100).summaryStatistics() + " " + IntStream.of(Integer.MAX_VALUE, 1).sum() + " " + IntStream.of(Integer.MAX_VALUE, 1).summaryStatistics().getSum() + " " + IntStream.of(1, 2, 3).mapMulti((i, s) -> { s.accept(i); s.accept(-i); }).boxed().toList()
            + " " + IntStream.range(0, 10).takeWhile(i -> i < 4).sum() + IntStream.range(0, 10).dropWhile(i -> i < 4).sum() + " " + IntStream.range(0, 3).flatMap(i -> IntStream.range(0, i)).boxed().toList() + " " + IntStream.concat(IntStream.of(1), IntStream.of(2)).anyMatch(i -> i == 2));
        System.out.println(Arrays.toString(IntStream.rangeClosed(1, 20).filter(n -> IntStream.rangeClosed(2, n / 2).noneMatch(d -> n % d == 0)).skip(1).toArray()) + " " + "mississippi".chars().mapToObj(c -> String.valueOf((char) c)).collect(Collectors.groupingBy(s -> s, TreeMap::new, Collectors.counting()))
            + " " + IntStream.range(0, 5).collect(ArrayList::new, ArrayList::add, ArrayList::addAll) + " " + new Random(1).ints(5, 0, 10).boxed().toList() + " " + Arrays.stream(new int[] {1, 2, 3, 4}, 1, 3).sum());
        PrimitiveIterator.OfInt it = IntStream.range(0, 3).iterator();
        System.out.println(it.nextInt() + it.next() + " " + it.hasNext() + " " + IntStream.range(0, 5).mapToObj(Integer::toString).sorted(Comparator.reverseOrder()).toList());
    }

    static void longsAndDoubles() {
        System.out.println(LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b) + " " + LongStream.range(Long.MAX_VALUE - 3, Long.MAX_VALUE).count() + " " + LongStream.of(5, -5).min().getAsLong() + " " + LongStream.iterate(1, l -> l * 10).limit(19).max().getAsLong()
            + " " + LongStream.range(0, 1000).filter(l -> l % 7 == 0).summaryStatistics() + " " + LongStream.of(1L << 40).mapToInt(l -> (int) (l >> 20)).sum() + " " + LongStream.range(0, 4).boxed().collect(Collectors.toList()));
        System.out.println(DoubleStream.of(0.1, 0.2, 0.3, 0.4, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0).sum() + " " + DoubleStream.of(1e100, 1, -1e100).sum() + " " + DoubleStream.of(Double.NaN, 1).max() + " " + DoubleStream.of(-0.0, 0.0).min().getAsDouble()
            + " " + DoubleStream.of(Double.POSITIVE_INFINITY, 1).sum() + " " + DoubleStream.iterate(1, d -> d / 3).limit(5).boxed().toList() + " " + DoubleStream.of(1, 2, 4).average() + " " + DoubleStream.of(1.5, 2.5).summaryStatistics()
            + " " + DoubleStream.of(2.7, -2.7).mapToInt(d -> (int) d).boxed().toList() + " " + DoubleStream.of(1.1).mapToObj(d -> "d" + d).findFirst().get() + " " + DoubleStream.of(3, 1, 2).sorted().boxed().toList());
        double[] values = new Random(9).doubles(1000).toArray();
        double plain = 0;
        for (double v : values) plain += v;
        System.out.println(plain + " " + Arrays.stream(values).sum() + " " + Arrays.stream(values).average().getAsDouble() + " " + Arrays.stream(values).max().getAsDouble());
    }

    static void parallel() {
        System.out.println(LongStream.rangeClosed(1, 50_000).parallel().sum() + " " + IntStream.range(0, 20_000).parallel().filter(i -> i % 3 == 0).mapToLong(i -> (long) i * i).sum() + " " + IntStream.range(0, 1000).parallel().boxed().collect(Collectors.toList()).hashCode()
            + " " + Arrays.stream(IntStream.range(0, 5000).map(i -> i * 7919 % 5003).toArray()).parallel().sorted().skip(100).limit(5).boxed().toList() + " " + IntStream.range(0, 1000).parallel().mapToObj(i -> "" + i % 10).collect(Collectors.joining()).hashCode());
        List<Integer> seen = Collections.synchronizedList(new ArrayList<>());
        IntStream.range(0, 100).parallel().forEachOrdered(seen::add);
        System.out.println(seen.equals(IntStream.range(0, 100).boxed().toList()) + " " + IntStream.range(0, 1000).parallel().filter(i -> i > 500).findFirst().getAsInt() + " " + IntStream.range(0, 1000).parallel().reduce(0, Integer::max)
            + " " + IntStream.range(0, 500).parallel().boxed().collect(Collectors.groupingBy(i -> i % 4, TreeMap::new, Collectors.summingInt(i -> i))));
        System.out.println(StreamSupport.longStream(new Squares(0, 1000), true).sum() + " " + StreamSupport.longStream(new Squares(0, 1000), false).skip(10).limit(3).boxed().toList() + " " + (Squares.splits.size() > 0));
        long[] prefix = new long[20];
        Arrays.setAll(prefix, i -> i + 1);
        Arrays.parallelPrefix(prefix, Long::sum);
        int[] sorted = new Random(4).ints(9000, 0, 1000).toArray();
        Arrays.parallelSort(sorted);
        System.out.println(Arrays.toString(prefix) + " " + sorted[0] + " " + sorted[4500] + " " + sorted[8999] + " " + Arrays.hashCode(sorted));
    }

    static void spliterators() {
        Spliterator<String> words = new Words("a stream of words without a size");
        words.tryAdvance(w -> System.out.print("first " + w + "; "));
        Spliterator<String> part = words.trySplit();
        StringJoiner rest = new StringJoiner(",");
        part.forEachRemaining(rest::add);
        System.out.println(rest + " " + words.estimateSize() + " " + StreamSupport.stream(new Words("x y z"), false).map(String::toUpperCase).toList());
        Spliterator<Integer> list = new ArrayList<>(List.of(1, 2, 3, 4, 5, 6, 7)).spliterator(), half = list.trySplit();
        System.out.println(half.estimateSize() + " " + list.estimateSize() + " " + list.getExactSizeIfKnown() + " " + Integer.toHexString(list.characteristics()) + " " + Integer.toHexString(new TreeSet<>(Set.of(1)).spliterator().characteristics()) + " " + Integer.toHexString(Stream.of(1).filter(x -> true).spliterator().characteristics())
            + " " + list.hasCharacteristics(Spliterator.SIZED) + " " + new Squares(0, 5).getExactSizeIfKnown() + " " + Spliterators.emptySpliterator().tryAdvance(x -> { }) + " " + Arrays.spliterator(new int[] {1, 2, 3}).trySplit().estimateSize());
    }

    static void optionals() {
        Optional<String> some = Optional.of("value"), none = Optional.empty();
        System.out.println(some + " " + none + " " + some.map(String::length) + " " + none.map(String::length) + " " + some.filter(s -> s.isEmpty()) + " " + some.flatMap(s -> Optional.of(s + "!")) + " " + none.or(() -> some) + " " + none.orElse("else") + none.orElseGet(() -> "got")
            + " " + some.stream().count() + none.stream().count() + " " + some.equals(Optional.of("value")) + " " + some.hashCode() + none.hashCode() + " " + Optional.ofNullable(null).isEmpty() + " " + some.map(s -> null).isPresent());
        some.ifPresentOrElse(s -> System.out.print("present " + s + "; "), () -> System.out.print("no"));
        none.ifPresentOrElse(s -> System.out.print("no"), () -> System.out.print("absent; "));
        none.ifPresent(System.out::println);
        System.out.println(OptionalInt.of(5) + " " + OptionalLong.empty() + " " + OptionalDouble.of(2.5).orElse(1) + " " + OptionalInt.empty().orElseGet(() -> 9) + " " + OptionalInt.of(3).equals(OptionalInt.of(3)) + OptionalInt.of(3).stream().sum());
        attempt("get of empty", none::get);
        attempt("orElseThrow", none::orElseThrow);
        attempt("orElseThrow own", () -> none.orElseThrow(() -> new IllegalStateException("own")));
        attempt("of null", () -> Optional.of(null));
        attempt("getAsInt", () -> OptionalInt.empty().getAsInt());
    }

    public static void main(String[] args) {
        ints();
        longsAndDoubles();
        parallel();
        spliterators();
        optionals();
    }
}
