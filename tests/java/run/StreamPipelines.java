// run: min=17
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Object streams: every intermediate and terminal operation, laziness, collectors simple and composed. */
public class StreamPipelines {
    record Person(String name, String city, int age, double salary) { }

    static final List<Person> PEOPLE = List.of(new Person("Ann", "Oslo", 31, 5200.5), new Person("Bob", "Rome", 25, 4100), new Person("Cid", "Oslo", 42, 6100.25), new Person("Dee", "Paris", 25, 3900),
        new Person("Eve", "Rome", 58, 7000), new Person("Fay", "Paris", 37, 5200.5), new Person("Gus", "Oslo", 19, 2100));

    static void attempt(String what, Supplier<Object> action) {
        try {
            System.out.println(what + " = " + action.get());
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getSimpleName() + " " + e.getMessage());
        }
    }

    static void show(Object o) {
        System.out.println(o);
    }

    static Stream<Integer> primes() {
        return Stream.iterate(2, n -> n + 1).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0));
    }

    public static void main(String[] args) {
        List<String> words = List.of("delta", "alpha", "echo", "bravo", "charlie", "alpha", "foxtrot", "golf");
        System.out.println(words.stream().filter(w -> w.length() == 5).map(String::toUpperCase).distinct().sorted().toList());
        System.out.println(words.stream().sorted(Comparator.comparing(String::length).reversed().thenComparing(Comparator.naturalOrder())).collect(Collectors.toList()));
        System.out.println(words.stream().skip(2).limit(3).collect(Collectors.joining(", ", "<", ">")) + " " + words.stream().takeWhile(w -> !w.startsWith("b")).count() + " " + words.stream().dropWhile(w -> !w.startsWith("b")).toList());
        System.out.println(words.stream().anyMatch(w -> w.contains("x")) + " " + words.stream().allMatch(w -> w.length() > 3) + " " + words.stream().noneMatch(String::isEmpty) + " " + Stream.empty().allMatch(x -> false)
            + " " + words.stream().findFirst().get() + " " + words.stream().min(Comparator.naturalOrder()).get() + " " + words.stream().max(Comparator.comparing(w -> w.charAt(w.length() - 1))).get() + " " + Stream.empty().findAny().isPresent());
        System.out.println(Stream.of(1, 2, 3, 4).reduce(0, Integer::sum) + " " + Stream.of(1, 2, 3, 4).reduce((a, b) -> a * b).get() + " " + words.stream().reduce(0, (n, w) -> n + w.length(), Integer::sum) + " " + Stream.<Integer>empty().reduce(Integer::sum));
        System.out.println(Stream.of(List.of(1, 2), List.<Integer>of(), List.of(3)).flatMap(List::stream).map(n -> n * n).toList() + " " + Stream.of("a-b", "c").flatMap(s -> Arrays.stream(s.split("-"))).toList()
            + " " + Stream.of(1, 2, 3).<Object>mapMulti((n, sink) -> { for (int i = 0; i < n; i++) sink.accept(n + ":" + i); }).toList() + " " + Stream.of(1, 2).flatMap(n -> n == 1 ? null : Stream.of(n)).toList());
        System.out.println(Stream.iterate(1, n -> n < 500, n -> n * 3).toList() + " " + Stream.generate(new Supplier<Integer>() { int n; public Integer get() { return n++; } }).limit(5).toList() + " " + primes().limit(15).toList()
            + " " + Stream.concat(Stream.of(1), Stream.of("x")).toList() + " " + Stream.ofNullable(null).count() + " " + Stream.<String>builder().add("b").add("a").build().sorted().toList());

        List<String> trace = new ArrayList<>();
        Stream<Integer> lazy = Stream.of(5, 3, 8, 1, 9).peek(n -> trace.add("p" + n)).filter(n -> { trace.add("f" + n); return n > 4; }).map(n -> { trace.add("m" + n); return n * 10; });
        System.out.println(trace + " nothing yet");
        System.out.println(lazy.limit(2).toList() + " " + trace);
        trace.clear();
        System.out.println(Stream.of(3, 1, 2).peek(n -> trace.add("a" + n)).sorted().peek(n -> trace.add("b" + n)).anyMatch(n -> n == 2) + " " + trace);
        trace.clear();
        try (Stream<String> closing = Stream.of("x").onClose(() -> trace.add("first")).onClose(() -> trace.add("second"))) {
            closing.forEach(trace::add);
        }
        System.out.println(trace + " " + Stream.of(1, 2, 3).peek(n -> trace.add("counted")).count() + trace.size());

        show(PEOPLE.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.mapping(Person::name, Collectors.toList()))));
        show(PEOPLE.stream().collect(Collectors.partitioningBy(p -> p.age() > 30, Collectors.averagingDouble(Person::salary))));
        show(PEOPLE.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.collectingAndThen(Collectors.maxBy(Comparator.comparingInt(Person::age)), o -> o.get().name()))));
        show(PEOPLE.stream().collect(Collectors.toMap(Person::age, Person::name, (x, y) -> x + "+" + y, LinkedHashMap::new)));
        System.out.println(PEOPLE.stream().collect(Collectors.summarizingInt(Person::age)) + " " + PEOPLE.stream().collect(Collectors.summingDouble(Person::salary)) + " " + PEOPLE.stream().collect(Collectors.counting()));
        show(PEOPLE.stream().collect(Collectors.teeing(Collectors.minBy(Comparator.comparing(Person::salary)), Collectors.mapping(Person::name, Collectors.joining()), (min, names) -> min.get().name() + "/" + names)));
        show(PEOPLE.stream().collect(Collectors.groupingBy(p -> p.age() / 20, TreeMap::new, Collectors.filtering(p -> p.salary() > 4000, Collectors.flatMapping(p -> p.name().chars().mapToObj(c -> (char) c), Collectors.toCollection(TreeSet::new))))));
        System.out.println(PEOPLE.stream().collect(Collectors.reducing(0.0, Person::salary, Double::sum)) + " " + PEOPLE.stream().map(Person::name).collect(Collectors.toCollection(ArrayDeque::new)).peekLast()
            + " " + PEOPLE.stream().collect(Collectors.groupingBy(Person::city, TreeMap::new, Collectors.groupingBy(p -> p.age() > 30, Collectors.counting()))));
        Collector<String, StringBuilder, String> initials = Collector.of(StringBuilder::new, (sb, w) -> sb.append(w.charAt(0)), StringBuilder::append, sb -> sb.reverse().toString());
        System.out.println(words.stream().collect(initials) + " " + words.stream().collect(ArrayList::new, (ArrayList<Integer> l, String w) -> l.add(w.length()), ArrayList::addAll));
        System.out.println(PEOPLE.stream().sorted(Comparator.comparing(Person::age).thenComparing(Person::salary, Comparator.reverseOrder()).thenComparing(Person::name)).map(Person::name).collect(Collectors.joining(" ")));
        System.out.println(Stream.of("b", null, "a", null).sorted(Comparator.nullsFirst(Comparator.naturalOrder())).toList() + " " + Stream.of("b", null, "a").sorted(Comparator.nullsLast(Comparator.reverseOrder())).toList());
        System.out.println(Arrays.toString(words.stream().map(String::length).toArray(Integer[]::new)) + " " + words.stream().toArray().length + " " + words.stream().collect(Collectors.toUnmodifiableList()).size());

        attempt("reused", () -> { Stream<Integer> s = Stream.of(1); s.count(); return s.count(); });
        attempt("duplicate key", () -> Stream.of("a", "b", "a").collect(Collectors.toMap(w -> w, w -> 1)));
        attempt("toList is immutable", () -> Stream.of(1).toList().add(2));
        attempt("null to unmodifiable", () -> Stream.of("a", null).collect(Collectors.toUnmodifiableList()));
        attempt("null group", () -> Stream.of("a").collect(Collectors.groupingBy(w -> null)));
        attempt("negative limit", () -> Stream.of(1).limit(-1));
        attempt("array store", () -> Stream.of(1, 2).toArray(String[]::new).length);
        attempt("findFirst of null", () -> Stream.of((Object) null, 1).findFirst());
        attempt("exception inside", () -> Stream.of(1, 0).map(n -> 10 / n).toList());
        attempt("modified source", () -> { List<Integer> l = new ArrayList<>(List.of(1, 2)); l.stream().forEach(l::add); return l; });
        attempt("late source", () -> { List<Integer> l = new ArrayList<>(List.of(1, 2)); Stream<Integer> s = l.stream(); l.add(3); return s.toList(); });

        String text = "it was the best of times it was the worst of times it was the age of wisdom";
        Map<String, Long> frequency = Arrays.stream(text.split(" ")).collect(Collectors.groupingBy(Function.identity(), TreeMap::new, Collectors.counting()));
        System.out.println(frequency.entrySet().stream().sorted(Map.Entry.<String, Long>comparingByValue().reversed().thenComparing(Map.Entry.comparingByKey())).limit(4).map(e -> e.getKey() + "=" + e.getValue()).collect(Collectors.joining(";")));
        Iterator<Integer> iterator = Stream.iterate(1, n -> n * 2).iterator();
        int sum = 0;
        for (int i = 0; i < 10; i++) sum += iterator.next();
        System.out.println(sum + " " + Stream.of(3, 1, 2).sorted().iterator().next() + " " + StreamSupport.stream(List.of(1, 2, 3).spliterator(), false).mapToInt(x -> x).sum());
        System.out.println(IntStream.range(0, 4).boxed().flatMap(a -> IntStream.range(a, 4).mapToObj(b -> a + "" + b)).collect(Collectors.joining(",")));
        List<List<Integer>> matrix = List.of(List.of(1, 2, 3), List.of(4, 5, 6));
        System.out.println(IntStream.range(0, 3).mapToObj(i -> matrix.stream().map(row -> row.get(i)).toList()).toList());
        System.out.println(Stream.of(1, 2, 3, 4, 5, 6, 7, 8).parallel().filter(n -> n % 2 == 0).map(n -> n * n).toList() + " " + words.parallelStream().collect(Collectors.groupingBy(String::length, TreeMap::new, Collectors.toList())));
    }
}
