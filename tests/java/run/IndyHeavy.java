// run: min=17
import java.lang.invoke.*;
import java.util.*;
import java.util.function.*;

/** Many invokedynamic sites of many shapes: lambdas of all signatures, concatenations, record methods, hot sites, LambdaMetafactory used by hand. */
public class IndyHeavy {
    interface F0 { int f(); }
    interface F1<A> { Object f(A a); }
    interface F2 { long f(int a, long b); }
    interface F3 { double f(float a, double b, byte c); }
    interface F8 { String f(Object a, int b, long c, String d, char e, boolean f, short g, double h); }
    interface V { void f(StringBuilder out); }
    interface Marked { }
    interface Both extends F1<String> { Object f(String s); default Object g(String s) { return "g" + f(s); } }

    record R1(int a) { }
    record R2(int a, String b) { }
    record R3(long a, double b, R1 c, List<R2> d) { }
    record R9(byte a, short b, char c, int d, long e, float f, double g, boolean h, int[] i) { @Override public int hashCode() { return Objects.hash(a, b, c, d, e, f, g, h) + i.length; } }

    final int own;
    IndyHeavy(int own) { this.own = own; }

    List<Supplier<Object>> captures(byte a, short b, char c, int d, long e, float f, double g, boolean h, String i, int[] j) {
        return List.of(() -> own, () -> a + own, () -> a + "" + b, () -> "" + a + b + c, () -> a + b + c + d, () -> a + b + c + d + e, () -> e + f, () -> "" + e + f + g + h, () -> h ? i : j, () -> i + j.length + own, () -> a + b + c + d + e + f + g + (h ? 1 : 0) + i + j[0], this::toString, i::length,
            () -> { Supplier<Object> inner = () -> own + d + i; return inner.get(); });
    }

    @Override public String toString() { return "IndyHeavy" + own; }

    static int recurse(IntUnaryOperator f, int n) { return n == 0 ? f.applyAsInt(1) : recurse(x -> f.applyAsInt(x) + n, n - 1); }

    static String classify(Object o) {
        Map<Class<?>, Function<Object, String>> table = new LinkedHashMap<>();
        table.put(Integer.class, x -> "int " + ((Integer) x + 1));
        table.put(String.class, x -> "string of " + ((String) x).length());
        table.put(List.class, x -> "list " + x);
        for (var e : table.entrySet()) if (e.getKey().isInstance(o)) return e.getValue().apply(o);
        return "other " + o;
    }

    static IntBinaryOperator operator(char c) {
        return switch (c) { case '+' -> (a, b) -> a + b; case '-' -> (a, b) -> a - b; case '*' -> (a, b) -> a * b; case '/' -> (a, b) -> b == 0 ? 0 : a / b; case '^' -> (a, b) -> a ^ b; default -> Math::max; };
    }

    static String concat(int kind, int i, long l, String s, Object o, double d, char c) {
        return switch (kind) {
            case 0 -> s + i; case 1 -> i + s; case 2 -> s + s; case 3 -> s + o; case 4 -> o + s + i; case 5 -> i + "," + l + ";" + d; case 6 -> c + s + c; case 7 -> "[" + o + "]" + s + "(" + d + ")"; case 8 -> s + i + s + l + s + o + s + d + s + c;
            case 9 -> "\u20ac" + s + c; case 10 -> "" + i; case 11 -> "" + o; case 12 -> s + null + i; default -> i + l + s + (i + l) + d + o;
        };
    }

    static String answer(String prefix, int n) { return prefix + n; }

    public static void main(String[] args) throws Throwable {
        F0 f0 = () -> 5;
        F1<String> f1 = s -> s.length();
        F2 f2 = (a, b) -> a * b;
        F3 f3 = (a, b, c) -> a + b * c;
        F8 f8 = (a, b, c, d, e, f, g, h) -> "" + a + b + c + d + e + f + g + h;
        V v = out -> out.append("void").append(f0.f());
        StringBuilder out = new StringBuilder();
        v.f(out);
        System.out.println(f0.f() + " " + f1.f("four") + " " + f2.f(3, 1L << 33) + " " + f3.f(0.5f, 2.5, (byte) -3) + " " + f8.f(null, 1, 2, "three", '4', true, (short) 6, 7.5) + " " + out);
        for (Supplier<Object> s : new IndyHeavy(9).captures((byte) 1, (short) 2, 'c', 4, 5L, 6.5f, 7.25, true, "i", new int[] {10})) System.out.print(s.get() + " ");
        System.out.println();
        Both both = (Both & Marked) s -> s + "!";
        System.out.println(both.g("x") + " " + (both instanceof Marked) + " " + ((F1<String>) both).f("y") + " " + recurse(x -> x * 2, 20));
        System.out.println(classify(41) + "; " + classify("text") + "; " + classify(List.of(1)) + "; " + classify('c'));
        long mixed = 0;
        for (int i = 0; i < 600; i++) mixed = mixed * 31 + operator("+-*/^m".charAt(i % 6)).applyAsInt(i, i % 7);
        System.out.println(mixed);
        int hash = 0;
        for (int round = 0; round < 30; round++) for (int kind = 0; kind <= 13; kind++) hash = hash * 31 + concat(kind, round, -round, round % 3 == 0 ? "é" : round % 3 == 1 ? "plain" : "\u4e2d", round % 4 == 0 ? null : round * 1.5f, round / 3.0, (char) ('a' + round)).hashCode();
        System.out.println(hash + " " + concat(8, 1, 2, "s", "o", 0.5, 'c'));
        R3 r = new R3(5, -0.0, new R1(3), List.of(new R2(1, "b"), new R2(2, null)));
        System.out.println(r + " " + r.hashCode() + " " + r.equals(new R3(5, -0.0, new R1(3), new ArrayList<>(r.d()))) + " " + r.equals(new R3(5, 0.0, new R1(3), r.d())) + " " + new R9((byte) 1, (short) 2, 'c', 4, 5, 6, 7, true, new int[2]).hashCode() + " " + new R2(7, "x").equals(new R2(7, "x")) + new R2(7, "x").hashCode());

        MethodHandles.Lookup lookup = MethodHandles.lookup();
        MethodHandle answer = lookup.findStatic(IndyHeavy.class, "answer", MethodType.methodType(String.class, String.class, int.class));
        CallSite made = LambdaMetafactory.metafactory(lookup, "apply", MethodType.methodType(Function.class, String.class), MethodType.methodType(Object.class, Object.class), answer, MethodType.methodType(String.class, Integer.class));
        @SuppressWarnings("unchecked") Function<Integer, String> fromFactory = (Function<Integer, String>) made.getTarget().invokeExact("made ");
        System.out.println(fromFactory.apply(42) + " " + fromFactory.andThen(String::length).apply(7));
        CallSite concat = StringConcatFactory.makeConcatWithConstants(lookup, "any", MethodType.methodType(String.class, int.class, String.class), "n=\u0001, s=\u0001 \u0002!", "const");
        System.out.println((String) concat.dynamicInvoker().invokeExact(5, "five") + " " + (String) StringConcatFactory.makeConcat(lookup, "x", MethodType.methodType(String.class, char.class, double.class, Object.class)).getTarget().invokeExact('c', 1.5, (Object) null));
        CallSite alt = LambdaMetafactory.altMetafactory(lookup, "get", MethodType.methodType(Supplier.class, String.class, int.class), MethodType.methodType(Object.class), answer, MethodType.methodType(Object.class), LambdaMetafactory.FLAG_MARKERS | LambdaMetafactory.FLAG_SERIALIZABLE, 1, Marked.class);
        Supplier<?> marked = (Supplier<?>) alt.getTarget().invokeExact("alt ", 3);
        System.out.println(marked.get() + " " + (marked instanceof Marked) + (marked instanceof java.io.Serializable));
        try {
            LambdaMetafactory.metafactory(lookup, "run", MethodType.methodType(Runnable.class), MethodType.methodType(void.class), answer, MethodType.methodType(void.class));
        } catch (LambdaConversionException e) {
            System.out.println(e.getClass().getSimpleName());
        }
        CallSite object = java.lang.runtime.ObjectMethods.class == null ? null : (CallSite) java.lang.runtime.ObjectMethods.bootstrap(lookup, "toString", MethodType.methodType(String.class, R2.class), R2.class, "p;q", lookup.findGetter(R2.class, "a", int.class), lookup.findGetter(R2.class, "b", String.class));
        System.out.println((String) object.getTarget().invokeExact(new R2(1, "two")));

        List<Function<Integer, Integer>> chain = new ArrayList<>();
        for (int i = 0; i < 10; i++) { int k = i; chain.add(i % 3 == 0 ? x -> x + k : i % 3 == 1 ? x -> x * k : x -> x ^ k); }
        Function<Integer, Integer> all = chain.stream().reduce(Function.identity(), Function::andThen);
        int total = 0;
        for (int i = 0; i < 500; i++) total += all.apply(i);
        System.out.println(total);
        Map<String, BiFunction<Double, Double, Double>> operations = new TreeMap<>(Map.of("add", Double::sum, "max", Math::max, "pow", StrictMath::pow, "first", (a, b) -> a, "hyp", (a, b) -> Math.sqrt(a * a + b * b)));
        operations.forEach((name, op) -> System.out.print(name + "=" + op.apply(3.0, 4.0) + " "));
        System.out.println();
        Iterator<Integer> generator = new Iterator<>() { int a = 0, b = 1; public boolean hasNext() { return a < 500; } public Integer next() { int r = a; a = b; b += r; return r; } };
        Iterable<Integer> iterable = () -> generator;
        StringJoiner joiner = new StringJoiner(" ");
        for (int x : iterable) joiner.add("" + x);
        System.out.println(joiner);
    }
}
