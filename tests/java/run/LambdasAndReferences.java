// run: min=17
import java.io.*;
import java.util.*;
import java.util.function.*;

/** Lambdas and every kind of method reference: captures, boxing, varargs, arrays, constructors, serialization, composition. */
public class LambdasAndReferences {
    interface TriFunction<A, B, C, R> { R apply(A a, B b, C c); default <S> TriFunction<A, B, C, S> then(Function<? super R, ? extends S> f) { return (a, b, c) -> f.apply(apply(a, b, c)); } }
    interface LongToText { String of(long l); }
    interface Primitive { double mix(byte b, short s, char c, int i, long l, float f, double d, boolean z); }
    interface Thrower<X extends Exception> { void run() throws X; }
    interface SerializableFunction<A, B> extends Function<A, B>, Serializable { }
    interface Generic<T extends Comparable<T>> { int compare(T a, T b); }

    private final String name;
    private int calls;

    LambdasAndReferences(String name) { this.name = name; }
    LambdasAndReferences() { this("default"); }
    LambdasAndReferences(String first, Integer... more) { this(first + Arrays.toString(more)); }
    String greet(String other) { calls++; return name + " greets " + other; }
    private String hidden(int n) { return name.repeat(n); }
    static String varargs(Object... parts) { return "v" + parts.length + Arrays.toString(parts); }
    static int twice(int n) { return n * 2; }
    static long widen(long l) { return l + 1; }
    static Object any(Object o) { return "any " + o; }

    class Base { String describe() { return "base of " + name; } }
    class Extended extends Base {
        @Override String describe() { return "extended"; }
        Supplier<String> parent() { return super::describe; }
        Supplier<String> own() { return this::describe; }
        Supplier<String> outer() { return () -> name + LambdasAndReferences.this.hidden(2) + super.describe(); }
    }

    static Function<Integer, Integer> adder(int by) { return x -> x + by; }

    static <A, B, C> Function<A, C> compose(Function<A, B> f, Function<B, C> g) { return a -> g.apply(f.apply(a)); }

    static int fibonacci(int n) {
        Map<Integer, Integer> memo = new HashMap<>();
        IntUnaryOperator[] self = new IntUnaryOperator[1];
        self[0] = k -> {
            if (k < 2) return k;
            Integer known = memo.get(k);
            if (known != null) return known;
            int value = self[0].applyAsInt(k - 1) + self[0].applyAsInt(k - 2);
            memo.put(k, value);
            return value;
        };
        return self[0].applyAsInt(n);
    }

    @SuppressWarnings("unchecked")
    static <T> T roundTrip(T object) throws Exception {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (ObjectOutputStream out = new ObjectOutputStream(bytes)) { out.writeObject(object); }
        try (ObjectInputStream in = new ObjectInputStream(new ByteArrayInputStream(bytes.toByteArray()))) { return (T) in.readObject(); }
    }

    public static void main(String[] args) throws Exception {
        int base = 10;
        long wide = 1L << 40;
        double real = 2.5;
        String text = "cap";
        int[] box = {0};
        Supplier<String> captures = () -> base + " " + wide + " " + real + " " + text + " " + box[0]++ + (char) (base + 'a') + (byte) wide;
        System.out.println(captures.get() + "; " + captures.get());
        Runnable nothing = () -> { };
        nothing.run();
        Primitive mix = (b, s, c, i, l, f, d, z) -> b + s * 2.0 + c + i + l / 2 + f + d + (z ? 1000 : base);
        System.out.println(mix.mix((byte) -1, (short) 5, 'A', 7, wide, 0.5f, 0.25, true) + " " + mix.mix((byte) 0, (short) 0, '\0', 0, 0, 0, 0, false));

        LambdasAndReferences ada = new LambdasAndReferences("ada");
        Function<String, String> bound = ada::greet;
        BiFunction<LambdasAndReferences, String, String> unbound = LambdasAndReferences::greet;
        Supplier<LambdasAndReferences> constructor = LambdasAndReferences::new;
        Function<String, LambdasAndReferences> constructor1 = LambdasAndReferences::new;
        TriFunction<String, Integer, Integer, LambdasAndReferences> constructorVarargs = LambdasAndReferences::new;
        System.out.println(bound.apply("bob") + "; " + unbound.apply(ada, "eve") + "; " + constructor.get().name + " " + constructor1.apply("x").name
            + " " + constructorVarargs.apply("y", 1, 2).name + " " + ada.calls);
        IntFunction<int[]> array = int[]::new;
        Function<Integer, String[][]> arrays = String[][]::new;
        UnaryOperator<int[]> cloner = int[]::clone;
        System.out.println(array.apply(3).length + " " + arrays.apply(2).length + " " + cloner.apply(new int[] {4, 5})[1]);
        TriFunction<Object, Object, Object, String> var3 = LambdasAndReferences::varargs;
        Supplier<String> var0 = LambdasAndReferences::varargs;
        Function<Object[], String> varArray = LambdasAndReferences::varargs;
        System.out.println(var3.apply(1, 'b', null) + var0.get() + varArray.apply(new Object[] {7}) + var3.then(String::length).apply(1, 2, 3));
        Function<Integer, Integer> boxing = LambdasAndReferences::twice;
        IntToLongFunction widening = LambdasAndReferences::widen;
        Function<Integer, Object> relaxed = LambdasAndReferences::any;
        ToIntFunction<Integer> unboxing = Integer::intValue;
        ToDoubleFunction<Integer> unboxWiden = i -> i;
        LongToText lt = Long::toString;
        IntBinaryOperator max = Math::max;
        Consumer<List<Integer>> voids = l -> l.add(9);
        Consumer<String> discards = bound::apply;
        List<Integer> list = new ArrayList<>();
        voids.accept(list);
        discards.accept("zed");
        System.out.println(boxing.apply(21) + " " + widening.applyAsLong(5) + " " + relaxed.apply(6) + " " + unboxing.applyAsInt(7) + " " + unboxWiden.applyAsDouble(8)
            + " " + lt.of(-9) + " " + max.applyAsInt(3, 4) + " " + list + " " + ada.calls);
        Function<Object, Integer> hash = Object::hashCode;
        Function<String, Integer> length = String::length;
        Comparator<String> natural = String::compareTo;
        Generic<String> generic = String::compareToIgnoreCase;
        Predicate<String> equals = "x"::equals;
        Supplier<Class<?>> boundClass = "s"::getClass;
        Function<List<String>, Iterator<String>> iface = List::iterator;
        System.out.println(hash.apply("ab") + " " + length.apply("abc") + " " + natural.compare("a", "c") + " " + generic.compare("A", "b") + " " + equals.test("x")
            + " " + boundClass.get() + " " + iface.apply(List.of("it")).next());
        Extended e = ada.new Extended();
        Supplier<Extended> inner = () -> ada.new Extended();
        System.out.println(e.parent().get() + "; " + e.own().get() + "; " + e.outer().get() + "; " + inner.get().describe());
        Function<Integer, String> priv = ada::hidden;
        System.out.println(priv.apply(2));

        Function<Integer, Integer> inc = adder(1), ten = adder(10), square = x -> x * x;
        System.out.println(inc.andThen(square).compose(ten).apply(2) + " " + Function.<Integer>identity().apply(3) + " " + compose(inc, Object::toString).apply(4)
            + " " + fibonacci(40) + " " + BinaryOperator.minBy(Comparator.<Integer>naturalOrder()).apply(3, 2));
        Predicate<Integer> even = x -> x % 2 == 0, big = x -> x > 10;
        System.out.println(even.and(big).test(12) + " " + even.or(big).test(11) + " " + even.negate().test(3) + " " + Predicate.not(even).test(2) + " " + Predicate.isEqual(5).test(5));
        Supplier<Supplier<Supplier<String>>> nested = () -> () -> () -> text + base;
        System.out.println(nested.get().get().get());
        Function<Integer, Function<Integer, Function<Integer, Integer>>> curried = a -> b -> c -> a * 100 + b * 10 + c + base;
        System.out.println(curried.apply(1).apply(2).apply(3));
        Callable3 casted = (Callable3 & Serializable) () -> "intersection";
        System.out.println(casted.call() + " " + (casted instanceof Serializable));
        try {
            Thrower<IOException> thrower = () -> { throw new IOException("thrown from a lambda"); };
            thrower.run();
        } catch (IOException x) {
            System.out.println(x.getMessage() + " in " + x.getStackTrace()[0].getMethodName());
        }
        try {
            LambdasAndReferences none = null;
            Function<String, String> fails = none::greet;
            System.out.println("not reached " + fails);
        } catch (NullPointerException x) {
            System.out.println("receiver is checked when bound");
        }
        try {
            ((Function<Object, Object>) (Function<?, ?>) length).apply(5);
        } catch (ClassCastException x) {
            System.out.println("argument is checked when called");
        }
        SerializableFunction<String, String> plain = s -> s + text + base + real;
        SerializableFunction<Integer, String> ref = "0123456789"::substring;
        SerializableFunction<String, Integer> parse = Integer::parseInt;
        System.out.println(roundTrip(plain).apply("back ") + " " + roundTrip(ref).apply(6) + " " + (roundTrip(parse).apply("77") + 1));
        System.out.println(((Supplier<Object>) () -> new Object() { int x = base; @Override public String toString() { return "anonymous in lambda " + x; } }).get());
        List<Runnable> actions = new ArrayList<>();
        for (String s : List.of("p", "q")) for (int i = 0; i < 2; i++) { int copy = i; actions.add(() -> System.out.print(s + copy + " ")); }
        actions.forEach(Runnable::run);
        System.out.println();
        long total = 0;
        for (int i = 0; i < 3000; i++) { int k = i; IntSupplier s = () -> k & 7; total += s.getAsInt(); }
        System.out.println("total " + total + " same site " + (adder(1).getClass() == adder(2).getClass()) + " synthetic " + captures.getClass().isSynthetic() + " hidden " + captures.getClass().isHidden());
    }

    interface Callable3 { String call(); }
}
