// run: min=21
import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** A functional mini-library in modern Java: results, lazy lists, parsers by combination, a virtual machine with sealed instructions, lenses. */
public class GenericSealed21 {
    sealed interface Result<T> {
        record Ok<T>(T value) implements Result<T> { }
        record Err<T>(String why) implements Result<T> { }
        static <T> Result<T> of(Supplier<T> s) { try { return new Ok<>(s.get()); } catch (RuntimeException e) { return new Err<>(e.getClass().getSimpleName()); } }
        default <R> Result<R> map(Function<? super T, ? extends R> f) { return switch (this) { case Ok<T>(var v) -> new Ok<>(f.apply(v)); case Err<T>(var w) -> new Err<>(w); }; }
        default <R> Result<R> then(Function<? super T, Result<R>> f) { return switch (this) { case Ok<T>(var v) -> f.apply(v); case Err<T>(var w) -> new Err<>(w); }; }
        default T or(T other) { return this instanceof Ok<T>(var v) ? v : other; }
    }

    sealed interface Lazy<T> {
        record Empty<T>() implements Lazy<T> { }
        record Cons<T>(T head, Supplier<Lazy<T>> tail) implements Lazy<T> { }
        static Lazy<Integer> from(int n) { return new Cons<>(n, () -> from(n + 1)); }
        default Lazy<T> filter(Predicate<? super T> p) {
            Lazy<T> at = this;
            while (at instanceof Cons<T>(var h, var t)) { if (p.test(h)) return new Cons<>(h, () -> t.get().filter(p)); at = t.get(); }
            return at;
        }
        default <R> Lazy<R> map(Function<? super T, ? extends R> f) { return switch (this) { case Empty<T>() -> new Empty<>(); case Cons<T>(var h, var t) -> new Cons<>(f.apply(h), () -> t.get().map(f)); }; }
        default List<T> take(int n) { List<T> out = new ArrayList<>(); Lazy<T> at = this; while (out.size() < n && at instanceof Cons<T>(var h, var t)) { out.add(h); if (out.size() < n) at = t.get(); } return out; }
        static Lazy<Integer> sieve(Lazy<Integer> l) { return switch (l) { case Empty<Integer> e -> e; case Cons<Integer>(var p, var t) -> new Cons<>(p, () -> sieve(t.get().filter(x -> x % p != 0))); }; }
    }

    record Parsed<T>(T value, String rest) { }
    interface Parser<T> {
        Optional<Parsed<T>> parse(String s);
        default <R> Parser<R> map(Function<T, R> f) { return s -> parse(s).map(p -> new Parsed<>(f.apply(p.value()), p.rest())); }
        default <R> Parser<R> then(Function<T, Parser<R>> f) { return s -> parse(s).flatMap(p -> f.apply(p.value()).parse(p.rest())); }
        default Parser<T> or(Parser<T> other) { return s -> parse(s).or(() -> other.parse(s)); }
        default Parser<List<T>> many() { return s -> { List<T> out = new ArrayList<>(); String rest = s; for (Optional<Parsed<T>> p; (p = parse(rest)).isPresent(); rest = p.get().rest()) out.add(p.get().value()); return Optional.of(new Parsed<>(out, rest)); }; }
        static Parser<Character> of(Predicate<Character> p) { return s -> !s.isEmpty() && p.test(s.charAt(0)) ? Optional.of(new Parsed<>(s.charAt(0), s.substring(1))) : Optional.empty(); }
        static Parser<Character> of(char c) { return of(x -> x == c); }
    }

    static final Parser<Integer> NUMBER = Parser.of(Character::isDigit).then(d -> Parser.of(Character::isDigit).many().map(ds -> Integer.parseInt(d + ds.stream().map(String::valueOf).collect(Collectors.joining()))));
    static Parser<Integer> chain(Parser<Integer> p, Map<Character, IntBinaryOperator> ops) {
        Parser<UnaryOperator<Integer>> step = Parser.of(ops::containsKey).then(o -> p.map(r -> l -> ops.get(o).applyAsInt(l, r)));
        return p.then(first -> step.many().map(all -> { int v = first; for (UnaryOperator<Integer> f : all) v = f.apply(v); return v; }));
    }
    static Parser<Integer> factor() { return NUMBER.or(s -> Parser.of('(').then(o -> expression()).then(v -> Parser.of(')').map(c -> v)).parse(s)); }
    static Parser<Integer> expression() { return chain(chain(factor(), Map.of('*', (a, b) -> a * b, '/', (a, b) -> a / b)), Map.of('+', Integer::sum, '-', (a, b) -> a - b)); }

    sealed interface Op { }
    record Push(long n) implements Op { }
    record Load(int slot) implements Op { }
    record Store(int slot) implements Op { }
    record Jump(int to, boolean ifZero) implements Op { }
    enum Simple implements Op { ADD, SUB, MUL, DUP, PRINT, HALT }

    static String run(List<Op> code) {
        long[] stack = new long[50], memory = new long[4];
        int sp = 0, pc = 0, steps = 0;
        StringBuilder out = new StringBuilder();
        while (true) {
            steps++;
            switch (code.get(pc++)) {
                case Push(long n) -> stack[sp++] = n;
                case Load(int slot) -> stack[sp++] = memory[slot];
                case Store(int slot) -> memory[slot] = stack[--sp];
                case Jump(int to, boolean ifZero) -> { if (!ifZero || stack[--sp] == 0) pc = to; }
                case Simple.ADD -> { sp--; stack[sp - 1] += stack[sp]; }
                case Simple.SUB -> { sp--; stack[sp - 1] -= stack[sp]; }
                case Simple.MUL -> { sp--; stack[sp - 1] *= stack[sp]; }
                case Simple.DUP -> { stack[sp] = stack[sp - 1]; sp++; }
                case Simple.PRINT -> out.append(stack[--sp]).append(' ');
                case Simple.HALT -> { return out + "after " + steps; }
            }
        }
    }

    record Street(String name, int number) { }
    record Person(String name, Street street) { }
    record Lens<A, B>(Function<A, B> get, BiFunction<A, B, A> set) {
        <C> Lens<A, C> to(Lens<B, C> o) { return new Lens<>(a -> o.get.apply(get.apply(a)), (a, c) -> set.apply(a, o.set.apply(get.apply(a), c))); }
        A update(A a, UnaryOperator<B> f) { return set.apply(a, f.apply(get.apply(a))); }
    }

    public static void main(String[] args) {
        for (String s : new String[] {"10", "0", "x", "-4"}) System.out.println(s + " " + Result.of(() -> Integer.parseInt(s)).then(n -> Result.of(() -> 100 / n)).map(n -> "got " + n) + " " + Result.of(() -> Integer.valueOf(s)).or(-1));
        System.out.println(Lazy.from(1).filter(x -> x % 3 == 0).map(x -> x * x).take(6) + " " + Lazy.sieve(Lazy.from(2)).take(25) + " " + new Lazy.Empty<String>().take(3));
        for (String s : new String[] {"1+2*3", "(1+2)*3-4/2", "7", "2*(3+(4-1))*5", "1+", "", "((2))"}) System.out.println(s + " => " + expression().parse(s).map(p -> p.value() + (p.rest().isEmpty() ? "" : " rest " + p.rest())).orElse("no parse"));
        List<Op> factorial = List.of(new Push(1), new Store(0), new Push(15), new Store(1), new Load(1), new Jump(14, true), new Load(0), new Load(1), Simple.MUL, new Store(0), new Load(1), new Push(-1), Simple.ADD, new Jump(16, false), new Load(0), new Jump(18, false), new Store(1), new Jump(4, false), Simple.DUP, Simple.PRINT, Simple.PRINT, Simple.HALT);
        System.out.println(run(factorial) + " " + factorial.get(0) + factorial.get(5) + factorial.getLast());
        Lens<Person, Street> street = new Lens<>(Person::street, (p, s) -> new Person(p.name(), s));
        Lens<Person, Integer> number = street.to(new Lens<>(Street::number, (s, n) -> new Street(s.name(), n)));
        System.out.println(number.update(new Person("Ann", new Street("Elm", 5)), n -> n + 1) + " " + number.get().apply(new Person("Bob", new Street("Oak", 9))));
        record Event(int at, String who, Set<String> tags) { Event { tags = Collections.unmodifiableSet(new TreeSet<>(tags)); } }
        List<Event> events = IntStream.range(0, 30).mapToObj(i -> new Event(i * 7 % 30, "w" + i % 4, new TreeSet<>(List.of("t" + i % 3, "t" + i % 5, "all")))).toList();
        System.out.println(events.stream().sorted(Comparator.comparingInt(Event::at)).limit(3).toList());
        TreeMap<String, TreeMap<String, Long>> tags = events.stream().collect(Collectors.groupingBy(Event::who, TreeMap::new, Collectors.flatMapping(e -> e.tags().stream(), Collectors.groupingBy(t -> t, TreeMap::new, Collectors.counting()))));
        System.out.println(tags);
    }
}
