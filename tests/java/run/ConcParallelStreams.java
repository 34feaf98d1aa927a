// run: min=17
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.Spliterator;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ForkJoinPool;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.LongAdder;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Streams in parallel give what they give in sequence: reductions, collectors, order, short circuits, own sources. */
public class ConcParallelStreams {
    record Word(String text, int line) { }

    static final String[] VERSE = {
        "when the bell rings the ringer rests", "when the ringer rests the bell sleeps",
        "when the bell sleeps the town sleeps too", "and the ringer dreams of the bell"};

    static Stream<Word> words() {
        return IntStream.range(0, VERSE.length).boxed().parallel()
            .flatMap(line -> Arrays.stream(VERSE[line].split(" ")).map(w -> new Word(w, line + 1)));
    }

    static void reductions() {
        System.out.println("sum " + IntStream.rangeClosed(1, 10_000).parallel().asLongStream().sum()
            + ", product mod p " + LongStream.rangeClosed(1, 500).parallel().reduce(1, (a, b) -> a * b % 1_000_003)
            + ", text "
            + IntStream.range(0, 26).parallel().mapToObj(i -> "" + (char) ('a' + i)).reduce("", String::concat));
        IntSummaryStatistics s = IntStream.range(0, 5_000).parallel().map(i -> i * 31 % 977).summaryStatistics();
        System.out.println("statistics " + s);
        System.out.println("primes " + IntStream.rangeClosed(2, 2_000).parallel()
            .filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).count());
        int[] prefix = IntStream.rangeClosed(1, 300).toArray();
        Arrays.parallelPrefix(prefix, Integer::sum);
        long[] filled = new long[200];
        Arrays.parallelSetAll(filled, i -> (long) i * i);
        Integer[] sorted = IntStream.range(0, 20_000).mapToObj(i -> i * 7919 % 20_011).toArray(Integer[]::new);
        Arrays.parallelSort(sorted, Comparator.reverseOrder());
        System.out.println("arrays " + prefix[299] + " " + filled[199] + " " + sorted[0] + " " + sorted[19_999]);
    }

    static void collectors() {
        Map<String, Long> counts = words()
            .collect(Collectors.groupingBy(Word::text, TreeMap::new, Collectors.counting()));
        System.out.println("counts " + counts);
        ConcurrentMap<Integer, Set<String>> byLength = words().collect(Collectors.groupingByConcurrent(
            w -> w.text().length(), ConcurrentSkipListMap::new,
            Collectors.mapping(Word::text, Collectors.toCollection(TreeSet::new))));
        System.out.println("by length " + byLength);
        System.out.println("lines " + words().collect(Collectors.toMap(Word::text, w -> "" + w.line(), (a, b) -> a + b,
            TreeMap::new)));
        String joined = words().map(Word::text).collect(Collectors.joining(" "));
        System.out.println("in order " + joined.equals(String.join(" ", VERSE)) + ", split "
            + words().collect(Collectors.partitioningBy(w -> w.line() % 2 == 0, Collectors.counting())));
        System.out.println("teeing " + words().collect(Collectors.teeing(Collectors.averagingInt(Word::line),
            Collectors.summingInt(w -> w.text().length()), (average, letters) -> average + "/" + letters)));
        List<Integer> own = IntStream.range(0, 1_000).parallel().boxed()
            .collect(ArrayList::new, ArrayList::add, ArrayList::addAll);
        System.out.println("own collector in order " + own.equals(IntStream.range(0, 1_000).boxed().toList()));
    }

    /** Order is kept where the source has one, and short circuits respect it. */
    static void orderAndShortCircuits() {
        List<Integer> numbers = IntStream.range(0, 2_000).boxed().toList();
        System.out.println("first " + numbers.parallelStream().filter(n -> n > 700 && n % 97 == 0).findFirst().get()
            + ", limit " + numbers.parallelStream().map(n -> n * 2).skip(5).limit(4).toList()
            + ", while " + numbers.parallelStream().takeWhile(n -> n < 5).toList()
            + ", after " + numbers.parallelStream().dropWhile(n -> n < 1_997).toList());
        System.out.println("any " + numbers.parallelStream().anyMatch(n -> n == 1_234) + ", all "
            + numbers.parallelStream().allMatch(n -> n < 1_999) + ", distinct "
            + numbers.parallelStream().map(n -> n % 7).distinct().toList() + ", sorted "
            + numbers.parallelStream().sorted(Comparator.comparing(n -> -n)).limit(3).toList());
        StringBuilder ordered = new StringBuilder();
        IntStream.range(0, 60).parallel().mapToObj(i -> i % 10).forEachOrdered(ordered::append);
        Set<Integer> seen = ConcurrentHashMap.newKeySet();
        LongAdder sum = new LongAdder();
        numbers.parallelStream().peek(seen::add).forEach(sum::add);
        System.out.println("ordered " + ordered + ", all seen " + seen.equals(new HashSet<>(numbers)) + " " + sum);
        Stream<Integer> chain = Stream.iterate(1, n -> n * 3 % 10_007).parallel().limit(300);
        System.out.println("iterated " + chain.mapToInt(n -> n).sum() + ", back to sequence "
            + IntStream.range(0, 9).parallel().sequential().isParallel());
    }

    /** A source of our own that splits in halves: the numbers from one to another, and how often it was split. */
    static final class Halves implements Spliterator<Integer> {
        private final AtomicInteger splits;
        private int from;
        private final int to;

        Halves(AtomicInteger splits, int from, int to) {
            this.splits = splits;
            this.from = from;
            this.to = to;
        }

        @Override
        public boolean tryAdvance(Consumer<? super Integer> action) {
            if (from == to) {
                return false;
            }
            action.accept(from++);
            return true;
        }

        @Override
        public Spliterator<Integer> trySplit() {
            int middle = (from + to) >>> 1;
            if (middle == from) {
                return null;
            }
            splits.incrementAndGet();
            Halves left = new Halves(splits, from, middle);
            from = middle;
            return left;
        }

        @Override
        public long estimateSize() {
            return to - from;
        }

        @Override
        public int characteristics() {
            return ORDERED | SIZED | SUBSIZED | NONNULL;
        }
    }

    static void sourcesAndFailures() throws Exception {
        AtomicInteger splits = new AtomicInteger();
        Object[] result = StreamSupport.stream(new Halves(splits, 0, 4_096), true).map(n -> n ^ 1).toArray();
        boolean right = result.length == 4_096;
        for (int i = 0; right && i < result.length; i++) {
            right = (int) result[i] == (i ^ 1);
        }
        System.out.println("own source right " + right + ", was split " + (splits.get() > 0));
        try {
            IntStream.range(0, 1_000).parallel().forEach(i -> {
                if (i == 613) {
                    throw new IllegalStateException("unlucky number");
                }
            });
        } catch (IllegalStateException e) {
            System.out.println("the failure came through: " + e.getMessage().endsWith("unlucky number"));
        }
        ForkJoinPool pool = new ForkJoinPool(2);
        System.out.println("in a pool of its own "
            + pool.submit(() -> IntStream.range(0, 1_000).parallel().filter(i -> i % 3 == 0).count()).get());
        pool.shutdown();
        AtomicInteger closed = new AtomicInteger();
        try (Stream<Integer> s = Stream.of(1, 2, 3).parallel().onClose(closed::incrementAndGet)) {
            System.out.println("nested " + s.flatMap(n -> IntStream.range(0, n).boxed().parallel()).toList());
        }
        System.out.println("closed " + closed);
    }

    public static void main(String[] args) throws Exception {
        reductions();
        collectors();
        orderAndShortCircuits();
        sourcesAndFailures();
    }
}
